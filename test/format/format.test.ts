import { expect, test } from "vitest";
import { formatSource } from "../../src/lisp/format/format.ts";

function check(name: string, source: string, expected: string): void {
  test(name, () => {
    expect(formatSource(source)).toEqual({ text: expected, problems: [] });
    expect(formatSource(expected).text).toBe(expected);
  });
}

check("nothing", "\n\n", "");

check("one line stays one line", "(defn  add [x,y]   (+ x y ) )", "(defn add [x y] (+ x y))\n");

check(
  "top-level forms start lines, with at most one blank line between them",
  "(a) (b)\n\n\n\n(c)\n(d)",
  "(a)\n(b)\n\n(c)\n(d)\n",
);

check(
  "a long definition",
  '(defn report "What the team spent, by month." [records limit] (let [open (filter :open records) total (reduce + 0 (map :amount open))] {:total total :top (take limit (sort-by :amount > open))}))',
  `(defn report
  "What the team spent, by month."
  [records limit]
  (let [open (filter :open records) total (reduce + 0 (map :amount open))]
    {:total total :top (take limit (sort-by :amount > open))}))
`,
);

check(
  "bodies are indented by two, arguments line up",
  "(when ok\n(println a\nb)\n(foo\nc\nd))",
  "(when ok\n  (println a\n           b)\n  (foo\n   c\n   d))\n",
);

check(
  "bindings, cond, case and maps go by pairs",
  "(let [a 1 b 2\nc 3] (cond a 1\nb 2 :else {:x 1 :y\n2}))",
  "(let [a 1\n      b 2\n      c 3]\n  (cond\n    a 1\n    b 2\n    :else {:x 1\n           :y\n           2}))\n",
);

check(
  "threads line up under the first form",
  "(->> data/orders\n(filter :paid)\n    (map :total))",
  "(->> data/orders\n     (filter :paid)\n     (map :total))\n",
);

check(
  "a long map gets one pair per line",
  '(tool/search {:query "all open tickets of the last quarter" :limit 100 :filters {:status "open" :labels ["a" "b"]}})',
  `(tool/search {:query "all open tickets of the last quarter"
              :limit 100
              :filters {:status "open" :labels ["a" "b"]}})
`,
);

check(
  "plain data fills its lines",
  `[${Array.from({ length: 40 }, (_, i) => i + 100).join(" ")}]`,
  `[${Array.from({ length: 25 }, (_, i) => i + 100).join(" ")}\n ${Array.from({ length: 15 }, (_, i) => i + 125).join(" ")}]\n`,
);

check(
  "functions of several arities",
  "(defn add\n([x] (add x 1))\n([x y]\n(+ x y)))",
  "(defn add\n  ([x] (add x 1))\n  ([x y]\n   (+ x y)))\n",
);

check(
  "comments stay where they belong",
  ";; top\n(f x   ; first\n; own line\ny\n   ; last\n)   ; after\n\n\n; end   ",
  ";; top\n(f x ; first\n   ; own line\n   y\n   ; last\n   ) ; after\n\n; end\n",
);

check("a comment in front", "[; first\n1 2]", "[; first\n 1 2]\n");

check("discarded forms are kept", "(f #_ old #_ #_ a b new)\n#_(g\n1)", "(f #_old #_#_a b new)\n#_(g\n   1)\n");

check("a comment behind a prefix stays as written", "(f ' ; why\n   x)", "(f ' ; why\n   x)\n");

check(
  "atoms keep their spelling",
  '[0xFF 1e3 +5 "a\\tb\nc" \\space #"\\d" ##Inf \'x @y #\'z]',
  '[0xFF 1e3 +5 "a\\tb\nc" \\space #"\\d" ##Inf \'x @y #\'z]\n',
);

check("windows line ends", "(a)\r\n\r\n; c\r\n(b\r\nc)\r\n", "(a)\n\n; c\n(b\n c)\n");

test("text that does not read is given back with its problems", () => {
  const { text, problems } = formatSource("(a\n   b");
  expect(text).toBe("(a\n   b");
  expect(problems).toHaveLength(1);
});
