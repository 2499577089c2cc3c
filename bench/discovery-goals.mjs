// What is promised about the speed of discovery at 10,000 tools, and how a run is shown.

const ms = (x) => `${x.toFixed(2)} ms`;

export const discoveryGoals = [
  {
    name: "discovery, hybrid query at 10,000 tools, p95",
    of: ({ discovery }) => discovery?.hybridP95,
    show: ms,
    atMost: 8,
    beside: ({ discovery }) => [
      `p50 ${ms(discovery.hybridP50)}`,
      `embedding ${ms(discovery.embedP50)} (${discovery.backend})`,
    ],
  },
  {
    name: "discovery, query by words at 10,000 tools, p95",
    of: ({ discovery }) => discovery?.lexicalP95,
    show: ms,
    atMost: 0.3,
    beside: ({ discovery }) => [`p50 ${ms(discovery.lexicalP50)}`, `MiniSearch p95 ${ms(discovery.miniP95)}`],
  },
  {
    name: "discovery, index of 10,000 tools built",
    of: ({ discovery }) => discovery?.buildMs,
    show: ms,
    atMost: 1000,
    beside: ({ discovery }) => [`MiniSearch ${ms(discovery.miniBuildMs)}`],
  },
  {
    name: "discovery, one changed tool, p95",
    of: ({ discovery }) => discovery?.updateP95,
    show: ms,
    atMost: 2,
    beside: () => [],
  },
];
