// Skills as folders in the public Agent Skills format: read, written, and back.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type SkillDraft, settleSkill } from "../../src/registry/skills/draft.ts";
import { fileBytes, fileText } from "../../src/registry/skills/files.ts";
import { readSkillFolder, writeSkillFolder } from "../../src/registry/skills/folder.ts";
import "../seed.ts";
import { must, mustNot } from "./opened.ts";

const text = `---
name: pdf-processing
description: Extracts text from PDF files. Use when the user mentions PDFs.
license: Apache-2.0
allowed-tools: Bash(git:*) Read
metadata:
  author: example-org
  version: "1.0"
  ptc-applies-to: read-pdf, extract_text
  ptc-tags: pdf, Documents
---

# PDF processing

Open the file first.
`;

it("reads front matter, text and files", () => {
  const files = { "SKILL.md": text, "scripts/run.py": "print(1)\n" };
  expect(must(readSkillFolder("pdf-processing", files))).toEqual({
    id: "pdf_processing",
    name: "pdf-processing",
    description: "Extracts text from PDF files. Use when the user mentions PDFs.",
    prompt: "\n# PDF processing\n\nOpen the file first.\n",
    appliesTo: ["read-pdf", "extract_text"],
    tags: ["pdf", "Documents"],
    frontMatter: {
      license: "Apache-2.0",
      "allowed-tools": "Bash(git:*) Read",
      metadata: { author: "example-org", version: "1.0" },
    },
    files: { "scripts/run.py": "print(1)\n" },
  });
});

it("writes it so that every field another reader knows is where it was", () => {
  const skill = must(settleSkill(must(readSkillFolder("pdf-processing", { "SKILL.md": text, "a.md": "x" }))));
  const { folder, files } = writeSkillFolder(skill);
  expect(folder).toBe("pdf-processing");
  expect(files["a.md"]).toBe("x");
  expect(files["SKILL.md"]).toBe(
    text.replace("read-pdf, extract_text", "extract_text, read_pdf").replace("pdf, Documents", "Documents, pdf"),
  );
});

it.each([
  ["no SKILL.md", null, 1, "no SKILL.md"],
  ["no front matter", "# Hello\n", 1, "does not open with front matter"],
  ["front matter that does not end", "---\nname: a\n", 1, "does not open with front matter"],
  ["YAML that is none", '---\nname: a\ndescription: "x\n---\nbody', 3, "not YAML"],
  ["a key twice", "---\nname: a\ndescription: x\nname: b\n---\nbody", 4, "not YAML"],
  ["a list", "---\n- a\n---\nbody", 2, "must be a map"],
  ["no name", "---\ndescription: x\n---\nbody", 2, "no name"],
  ["a name with capitals", "---\ndescription: x\nname: Pdf\n---\nbody", 3, '"Pdf"'],
  ["a name of another folder", "---\nname: b\ndescription: x\n---\nbody", 2, "its folder a"],
  ["no description", "---\nname: a\n---\nbody", 2, "no description"],
  ["a description that is a number", "---\nname: a\ndescription: 7\n---\nbody", 3, "description is not one"],
  ["metadata that is a list", "---\nname: a\ndescription: x\nmetadata: [1]\n---\nbody", 4, "must be a map"],
  ["no instructions", "---\nname: a\ndescription: x\n---\n\n", 5, "no instructions"],
  ["aliases", "---\nname: a\ndescription: &d x\nlicense: *d\n---\nbody", 2, "aliases"],
] as const)("says file and line: %s", (_, written, line, words) => {
  const problem = mustNot(readSkillFolder("a", written === null ? {} : { "SKILL.md": written }));
  expect(problem.at).toMatchObject({ file: "a/SKILL.md", line });
  expect(problem.message).toContain(`a/SKILL.md:${line}: `);
  expect(problem.message).toContain(words);
});

it("reads files of Windows, and names that start with a digit", () => {
  const read = must(
    readSkillFolder("2fa", { "SKILL.md": "\uFEFF---\r\nname: 2fa\r\ndescription: x\r\n---\r\nbody\r\n" }),
  );
  expect(read).toMatchObject({ id: "skill_2fa", name: "2fa", description: "x", prompt: "body\r\n" });
  expect(writeSkillFolder(must(settleSkill(read))).folder).toBe("2fa");
});

it("the folder of docs/guide/skills.md is one", () => {
  const page = readFileSync(new URL("../../docs/guide/skills.md", import.meta.url), "utf8");
  const written = /```md eu-csv\/SKILL\.md\n([\s\S]*?)```/.exec(page)![1]!;
  const draft = must(readSkillFolder("eu-csv", { "SKILL.md": written }));
  expect(draft).toMatchObject({ appliesTo: ["parse_csv", "validate_csv"], tags: ["csv", "european"] });
  const bad = written.replace(/description: .*/, "description: 7");
  expect(page).toContain(`\`${mustNot(readSkillFolder("eu-csv", { "SKILL.md": bad })).message}\``);
});

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
const line = fc.stringMatching(/^[ -~]{1,60}$/).filter((s) => s.trim() !== "");
const drafts = fc.record({
  id: fc
    .array(word, { minLength: 1, maxLength: 3 })
    .chain((ws) => fc.constantFrom("_", ":", ".").map((by) => ws.join(by))),
  name: fc.oneof(line, word),
  description: line,
  prompt: fc.string({ unit: "grapheme", minLength: 1 }).filter((s) => s.trim() !== ""),
  appliesTo: fc.array(word),
  tags: fc.array(line.filter((s) => !s.includes(","))),
  frontMatter: fc.dictionary(
    word.filter((w) => !["name", "description", "metadata"].includes(w)),
    fc.oneof(line, fc.integer(), fc.boolean(), fc.array(line)),
  ),
  files: fc.dictionary(word, fc.string()),
});

it("written and read again, every skill is the same", () => {
  fc.assert(
    fc.property(drafts, (draft: SkillDraft) => {
      const skill = must(settleSkill(draft));
      const { folder, files } = writeSkillFolder(skill);
      expect(must(settleSkill(must(readSkillFolder(folder, files))))).toEqual(skill);
    }),
  );
});

it("files that are not text come back byte for byte", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(fileBytes(fileText(bytes))).toEqual(bytes);
    }),
  );
  const tricky = fileText(new TextEncoder().encode("data:application/octet-stream;base64,AAAA"));
  expect(new TextDecoder().decode(fileBytes(tricky))).toBe("data:application/octet-stream;base64,AAAA");
  expect(fileText(new TextEncoder().encode("\uFEFFü"))).toBe("\uFEFFü");
});
