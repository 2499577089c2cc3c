// The walk of the demo as a table: what is done, why, and how each command must end. Everything here is a command anybody
// can type in the folder of the project, or a file copied within it, as a smith or a person would write one.

export type Action =
  | {
      readonly do: "ptc";
      readonly argv: readonly string[];
      readonly exit: 0 | 1;
      /** Lines that are shown; all of them unless given. What is left out is marked. */
      readonly shown?: RegExp;
    }
  | { readonly do: "copy"; readonly from: string; readonly to: string };

export interface Step {
  readonly title: string;
  readonly why: string;
  readonly actions: readonly Action[];
}

export const MISSION = "Q4 salary report for EU employees";
/** Where the link of the walk goes. */
export const IMAGE = "report.json";

const ptc = (argv: readonly string[], exit: 0 | 1 = 0, shown?: RegExp): Action => ({
  do: "ptc",
  argv,
  exit,
  ...(shown === undefined ? {} : { shown }),
});
const copy = (from: string, to: string): Action => ({ do: "copy", from, to });

const needs = [
  "read the payroll file",
  "parse european payroll csv",
  "filter employees of the EU and a quarter",
  "salary calc",
  "format the salary report",
];
const link = [
  ...["link", "--mission", MISSION, ...needs.flatMap((need) => ["--need", need])],
  ...["--tag", "EU", "--tag", "salary", "--tag", "Q4", "--budget", "500", "--semantic", "off"],
];
const grant = ["--grant", "filesystem:read:data/**"];
/** Of a refusal: its name, and of a failing case everything. */
const refusal = /^\u2717 |^ {6}\u2717|^ {10}(?:input|expected|actual) /;
/** Skills are chosen for good when every tool is there. */
const decision =
  /^(?!warning\[skill_(?:left_out|without_tools)\]| {2}= hint: (?:Raise the budget|If the worker needs it))/;
/** What was chosen and why was shown the first time. */
const image = /^(?!tags:|need:| {2}\w+ {2}(?:green|flaky)| {4}(?:fit|words|tags|others|nearest))/;

export const walk: readonly Step[] = [
  {
    title: "Everything goes through the gates",
    why: "The standard library and the project's own tools are registered. A tool is green when every case of its suite passes.",
    actions: [ptc(["sync", "--stdlib"])],
  },
  {
    title: "A failure in earnest becomes a case for ever",
    why: "The Q3 report crashed on a department of one person, whose pay is withheld. The failure is kept as a case; format_report is red.",
    actions: [
      ptc(
        [
          ...["case", "add", "format-report", "--production", "--reason", "the Q3 report crashed"],
          ...["--input", "@workshop/format-report/failed.json"],
          ...["--expect", "@workshop/format-report/expected.json"],
        ],
        1,
      ),
    ],
  },
  {
    title: "The link says what to do first",
    why: "The mission and what it needs, looked for in the registry. One tool is missing, one is red: the decision says so, and no image is written.",
    actions: [ptc([...link, "--out", IMAGE], 1, decision)],
  },
  {
    title: "Smith what is missing",
    why: "A smith (a model or a person) hands in salary_calc. The first draft adds floats and is refused with the case it fails; the second counts cents.",
    actions: [
      copy("workshop/salary-calc/salary-calc.cases.json", "tests/salary-calc.cases.json"),
      copy("workshop/salary-calc/draft-1.clj", "tools/salary-calc.clj"),
      ptc(["register", "tools/salary-calc.clj", "--cases", "tests/salary-calc.cases.json"], 1, refusal),
      copy("workshop/salary-calc/draft-2.clj", "tools/salary-calc.clj"),
      ptc(["register", "tools/salary-calc.clj", "--cases", "tests/salary-calc.cases.json"]),
    ],
  },
  {
    title: "Repair what is red, and break nothing",
    why: "The first repair mends the crash and breaks a case from before: a regression, refused. The second passes them all. The skill about the tool is flagged, looked at and kept.",
    actions: [
      copy("workshop/format-report/repair-1.clj", "tools/format-report.clj"),
      ptc(["repair", "tools/format-report.clj"], 1, refusal),
      copy("workshop/format-report/repair-2.clj", "tools/format-report.clj"),
      ptc(["repair", "tools/format-report.clj"], 0, /^\u2713 |^ {2}\u2713 history/),
      ptc(["review", "salary-privacy-rules", "--keep"]),
    ],
  },
  {
    title: "Link again: the smallest image that can do it",
    why: "What is in it, why and how large; below, all that the worker's model is shown. Skills that do not fit the budget are left out by name. The same link gives the same bytes.",
    actions: [
      ptc([...link, "--out", IMAGE, "--map", "--prompt"], 0, image),
      ptc([...link, "--out", "again.json", "--lock", "report.lock", "--locked"], 0, /^sha256/),
      ptc(["bill", IMAGE]),
    ],
  },
  {
    title: "Run it, and try to get out",
    why: "A worker's program over the image. A second one reads a file beyond the grant of its tool, a third calls a tool that is registered and was not linked.",
    actions: [
      ptc(["run", IMAGE, "--program", "programs/q4-report.clj", ...grant]),
      ptc(["run", IMAGE, "--program", "programs/other-file.clj", "--grant", "filesystem:read:**"], 1),
      ptc(["run", IMAGE, "--program", "programs/other-tool.clj", ...grant], 1),
    ],
  },
  {
    title: "What the registry knows now",
    why: "Versions, cases and uses are kept; nothing was lost on the way.",
    actions: [ptc(["health"]), ptc(["show", "format-report"], 0, /^[\u2713\u2717] |^ {2}(?:suite|trials|versions) /)],
  },
];
