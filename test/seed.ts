// Property tests draw the same cases on every machine, so that a red run means the change and not the draw. New cases are
// searched for by `npm run fuzz`, or here with another seed: PTC_SEED=7, or PTC_SEED=new for a fresh one.
import fc from "fast-check";

const asked = process.env.PTC_SEED ?? "20261118";
const seed = asked === "new" ? Date.now() | 0 : Number(asked);
if (!Number.isInteger(seed)) throw new Error(`PTC_SEED must be a whole number or "new", not "${asked}".`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
