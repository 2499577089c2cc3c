// format: text from a template, in the language of Java's Formatter.

import { formatJava } from "../values/java-format.ts";
import { stringArg } from "../values/text.ts";
import type { Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

export const formatting = {
  format: {
    home: "core",
    group: "Strings",
    params: ["fmt & args"],
    doc: "Fills a template: %s takes any value, %d an integer, %.2f a number with two places; also %e %g %x %o %c %b %h %n %% and %tY and its kin for dates (in UTC). Flags - + 0 , ( # and space, a width, a precision and argument numbers (%2$s) work as in Java; surplus arguments are ignored.",
    examples: [
      { code: '(format "%s has %d items" "cart" 3)', gives: '"cart has 3 items"' },
      { code: '(format "%,.2f | %5d | %-4s|" 1234.5 42 "ab")', gives: '"1,234.50 |    42 | ab  |"' },
      { code: '(format "%08.3f %+d %x" 3.14159 7 255)', gives: '"0003.142 +7 ff"' },
      { code: '(format "%d" "x")', gives: "error: type_error" },
    ],
    clojure: {
      differs:
        "%s of nil is empty, %f takes integers, %d takes whole floats and integers of any size, dates are in UTC.",
    },
    since: "0.1",
    runN: (args) => formatJava(stringArg(args[0] as Value, "format"), args.slice(1)),
  },
} satisfies BuiltinTable;
