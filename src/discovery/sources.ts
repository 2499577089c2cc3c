// Where capabilities come from: five kinds of source, each with its own words, as descriptors. Which source brought an id
// is remembered, so that a refresh of one source takes away what it no longer lists and leaves the others alone.

import { OptionsError } from "../base/options-error.ts";
import { type Capability, type CapabilityInput, type CapabilitySource, describeCapability } from "./descriptor.ts";

export interface ChannelInput extends Omit<CapabilityInput, "name"> {
  readonly platform: string;
}

export interface Sources {
  readonly tools?: readonly CapabilityInput[];
  readonly skills?: readonly CapabilityInput[];
  readonly extensions?: readonly CapabilityInput[];
  readonly channels?: readonly ChannelInput[];
  /** Of any kind; an id of a manifest replaces the same id from elsewhere. */
  readonly manifests?: readonly CapabilityInput[];
}

export const sourceNames = ["tools", "skills", "extensions", "channels", "manifests"] as const;
export type SourceName = (typeof sourceNames)[number];

const kinds = { tools: "tool", skills: "skill", extensions: "extension", channels: "channel" } as const;

/** The capabilities of one source; an id given twice is refused. */
export function capabilitiesOf(name: SourceName, sources: Sources): readonly Capability[] | null {
  const inputs = sources[name];
  if (inputs === undefined) return null;
  const seen = new Set<string>();
  return inputs.map((input) => {
    const capability = describe(name, input);
    if (seen.has(capability.id))
      throw new OptionsError(
        `The id ${JSON.stringify(capability.id)} is given twice in ${name}; every id must be unique.`,
      );
    seen.add(capability.id);
    return capability;
  });
}

function describe(source: SourceName, input: CapabilityInput | ChannelInput): Capability {
  const named: CapabilityInput = "platform" in input ? { ...input, name: input.platform } : input;
  if (source === "manifests") return describeCapability({ source: from("manifest", named), ...named });
  const kind = kinds[source];
  return describeCapability({ source: from(kind, named), ...named, kind });
}

function from(origin: CapabilitySource["from"], { name }: CapabilityInput): CapabilitySource {
  return { from: origin, ref: name };
}
