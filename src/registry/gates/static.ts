// Gates that need not run anything: the text parses, the interface holds together, everything named is there, nothing is
// asked for that the policy denies, and what is required is registered.

import { didYouMean } from "../../base/suggest.ts";
import { requiredOne } from "../catalog.ts";
import { failed, passed } from "../evidence.ts";
import { misfit } from "../interface.ts";
import { parameterProblem } from "../reading.ts";
import { problem } from "../reasons.ts";
import { type Asked, type Gate, subjectOf, type Verdict } from "./gate.ts";
import { denials, unreadable } from "./permissions.ts";

export const parses: Gate = {
  name: "parses",
  asks: "Does its text parse, and define the tool?",
  needs: [],
  check: ({ exam: { reading } }) => ({
    evidence: reading.ok ? passed("parses", reading.value.words) : failed("parses", reading.problem),
  }),
};

export const contract: Gate = {
  name: "contract",
  asks: "Are signature and schemas valid, and do examples and cases fit them?",
  needs: ["parses"],
  check: (asked) => ({ evidence: contractEvidence(asked) }),
};

function contractEvidence({ exam }: Asked): Verdict["evidence"] {
  const { reading, draft, newCases } = exam;
  if (!exam.contract.ok) return failed("contract", exam.contract.problem);
  const { signature, inputSchema } = exam.contract.value;
  const unlike = reading.ok ? parameterProblem(reading.value, exam.contract.value, draft.id) : null;
  if (unlike !== null) return failed("contract", unlike);
  const takes = `It takes ${signature}.`;
  for (const [i, { args }] of draft.examples.entries()) {
    const trouble = misfit(inputSchema, args);
    if (trouble !== null)
      return failed("contract", problem("bad_signature", `Example ${i + 1} does not fit: ${trouble}.`, takes));
  }
  for (const one of newCases) {
    const trouble = misfit(inputSchema, one.input);
    const name = one.description === "" ? `Case ${newCases.indexOf(one) + 1}` : `The case "${one.description}"`;
    if (trouble !== null)
      return failed("contract", problem("bad_case", `${name} has an input that does not fit: ${trouble}.`, takes));
  }
  return passed("contract", signature);
}

export const links: Gate = {
  name: "links",
  asks: "Is everything it names registered and healthy, and does it link?",
  needs: ["parses", "contract"],
  check: (asked) => ({ evidence: linkEvidence(asked) }),
};

function linkEvidence(asked: Asked): Verdict["evidence"] {
  const { unknown, link, version } = subjectOf(asked);
  const [missing] = unknown;
  if (missing !== undefined) {
    const hint = missing.near.length > 0 ? didYouMean(missing.near) : "Register it first.";
    return failed(
      "links",
      problem("unknown_dependency", `${version.id} needs ${missing.id}, which is not registered.`, hint),
      { details: unknown.slice(1).map(({ id }) => `${id} is not registered either`) },
    );
  }
  if (!link.ok) {
    const [first, ...others] = link.problems;
    return failed("links", first!, { details: others.map((p) => `${p.message} ${p.hint}`) });
  }
  const names = version.dependencies.map(({ id, range }) => (range === undefined ? id : `${id} ${range}`));
  return passed("links", names.length === 0 ? "needs nobody else" : `needs ${names.join(", ")}`, link.warnings);
}

export const permitted: Gate = {
  name: "permitted",
  asks: "Are its permissions known, and does the policy deny none of them?",
  needs: ["parses", "contract"],
  check: (asked) => ({ evidence: permissionEvidence(asked) }),
};

function permissionEvidence(asked: Asked): Verdict["evidence"] {
  const { version, link } = subjectOf(asked);
  const [bad, ...others] = unreadable(version);
  if (bad !== undefined)
    return failed("permitted", problem("bad_permission", bad.message, bad.hint), {
      details: others.map((p) => p.message),
    });
  const all = link.ok ? [version, ...link.reaches.filter((r) => r.id !== version.id)] : [version];
  const denied = all.flatMap((tool) => denials(asked.context.policy, tool));
  const [first] = denied;
  if (first !== undefined)
    return failed("permitted", problem("permission_denied_by_policy", first.message, first.hint), {
      details: denied.slice(1).map((p) => p.message),
    });
  const asks = [...new Set(all.flatMap((tool) => tool.permissions))].sort();
  return passed("permitted", asks.length === 0 ? "asks for nothing" : `asks for ${asks.join(", ")}`);
}

export const requirements: Gate = {
  name: "requirements",
  asks: "Are the tools it requires registered?",
  needs: ["parses", "contract"],
  check: (asked) => {
    const { version, catalog } = subjectOf(asked);
    const missing = version.requiredTools.map((one) => requiredOne(one).id).filter((id) => catalog.find(id) === null);
    const [first] = missing;
    if (first === undefined) {
      const list = version.requiredTools.join(", ");
      return { evidence: passed("requirements", list === "" ? "requires no other tool" : `${list} registered`) };
    }
    const near = catalog.near(first);
    const hint = near.length > 0 ? didYouMean(near) : "Register it first.";
    const words = `${version.id} requires ${missing.join(", ")}, which ${missing.length === 1 ? "is" : "are"} not registered.`;
    return { evidence: failed("requirements", problem("missing_required_tool", words, hint)) };
  },
};
