// Choosing constants one at a time, as long as something improves on average and costs no catalogue much. The same is done
// without each catalogue in turn, and judged on it: that is what the choice is worth on a catalogue nobody has seen.

/** A smaller gain is chance. */
const leastGain = 3e-4;
/** What a catalogue may lose for the others. */
const mostLoss = 4e-3;

export function chooser(catalogues, log) {
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  const shown = (figures) => figures.map((figure) => figure.toFixed(4)).join(" ");
  return (label, start, choices, measure) => {
    const known = new Map();
    const figuresOf = (setting) => {
      const key = JSON.stringify(setting);
      if (!known.has(key)) known.set(key, measure(setting));
      return known.get(key);
    };
    const descend = (counts) => {
      let chosen = start;
      for (let improved = true, round = 0; improved && round < 3; round++) {
        improved = false;
        for (const [path, values] of Object.entries(choices))
          for (const value of values) {
            const candidate = withValue(chosen, path.split("."), value);
            const [now, next] = [counts.map((c) => figuresOf(chosen)[c]), counts.map((c) => figuresOf(candidate)[c])];
            if (mean(next) < mean(now) + leastGain || next.some((figure, i) => figure < now[i] - mostLoss)) continue;
            [chosen, improved] = [candidate, true];
          }
      }
      return chosen;
    };
    const all = catalogues.map((_, c) => c);
    const chosen = descend(all);
    const carried = all.map((left) => figuresOf(descend(all.filter((c) => c !== left)))[left]);
    log(
      `${label}: before ${shown(figuresOf(start))}, chosen ${shown(figuresOf(chosen))} (${mean(figuresOf(chosen)).toFixed(4)})`,
    );
    log(`  chosen without the catalogue ${shown(carried)} (${mean(carried).toFixed(4)}), ${known.size} settings tried`);
    for (const path of Object.keys(choices)) log(`  ${path} ${valueAt(chosen, path.split("."))}`);
    return chosen;
  };
}

function withValue(object, [key, ...rest], value) {
  return { ...object, [key]: rest.length === 0 ? value : withValue(object[key], rest, value) };
}

function valueAt(object, path) {
  return path.reduce((inner, key) => inner[key], object);
}
