// The whole way once: tools that call each other by name and as tool/name, in one image that runs.

import { expect, it } from "vitest";
import { run } from "../../src/index.ts";
import { catalogOf } from "../../src/linker/catalog-of.ts";
import { link } from "../../src/linker/link.ts";
import { readToolFile, unitsOf } from "../../src/linker/text/tool-file.ts";

const csv = `; Tables from text.
(defn split-line [line] (str/split line #","))

; Reads a table.
(defn parse-csv
  "Reads comma-separated rows."
  {:signature "(text :string) -> [[:string]]" :tags ["csv"]}
  [text]
  (mapv split-line (str/split-lines text))) ; done
`;
const report = `(defn split-line [x] (str "<" x ">"))
(defn report {:signature "(text :string) -> :any"} [text]
  ;; (missing-tool 1) and "(tool/nothing)"
  (map #(split-line (first %)) (tool/parse_csv {:text text})))
(defn unused [] (nowhere-to-be-found))
`;

it("links helpers of the same name apart and calls by name", async () => {
  const units = [readToolFile(csv, "csv.clj"), readToolFile(report, "report.clj")].flatMap((f) => unitsOf(f, "green"));
  const trace = link({ catalog: catalogOf({ units }), roots: ["report"] });
  expect(trace.faults).toEqual([]);
  const { text } = trace.prelude!;
  expect(text).toMatchInlineSnapshot(`
    "; Tables from text.
    (defn parse-csv--split-line [line] (str/split line #","))

    ; parse_csv@0.0.0, csv.clj:5
    ; Reads a table.
    (defn parse-csv
      "Reads comma-separated rows."
      {:signature "(text :string) -> [[:string]]" :tags ["csv"]}
      [text]
      (mapv parse-csv--split-line (str/split-lines text))) ; done

    (defn parse-csv--by-map
      ([] (parse-csv--by-map {}))
      ([args] (parse-csv (get args :text (get args "text"))))
      ([key value & more] (parse-csv--by-map (apply hash-map key value more))))

    (defn report--split-line [x] (str "<" x ">"))

    ; report@0.0.0, report.clj:2
    (defn report {:signature "(text :string) -> :any"} [text]
      ;; (missing-tool 1) and "(tool/nothing)"
      (map #(report--split-line (first %)) (parse-csv--by-map {:text text})))

    "
  `);
  const result = await run(`${text}\n(report "a,b\nc,d")`);
  expect(result).toMatchObject({ ok: true, value: ["<a>", "<c>"] });
});
