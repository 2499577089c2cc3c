// Internet addresses as text: which of them lead to the wide internet, and which to this machine, its network or the
// machinery around it. Only what is known to be public counts as public.

/** The bytes of a dotted-quad or IPv6 text, or null when it is neither. Other spellings are the business of URL. */
export function addressBytes(text: string): readonly number[] | null {
  return text.includes(":") ? version6(text) : version4(text);
}

function version4(text: string): readonly number[] | null {
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  const bytes = parts.map((part) => (/^(0|[1-9]\d{0,2})$/.test(part) ? Number(part) : 256));
  return bytes.every((byte) => byte < 256) ? bytes : null;
}

function version6(text: string): readonly number[] | null {
  // A zone such as %eth0 names a network card and so a link-local neighbour; nobody else needs it.
  if (!/^[0-9a-fA-F:.]+$/.test(text)) return null;
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const read = (half: string): number[] | null => {
    if (half === "") return [];
    const bytes: number[] = [];
    const groups = half.split(":");
    for (const [index, group] of groups.entries()) {
      const quad = index === groups.length - 1 && group.includes(".") ? version4(group) : null;
      if (quad !== null) bytes.push(...quad);
      else if (/^[0-9a-fA-F]{1,4}$/.test(group))
        bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255);
      else return null;
    }
    return bytes;
  };
  const before = read(halves[0]!);
  const after = halves.length === 2 ? read(halves[1]!) : [];
  if (before === null || after === null) return null;
  const missing = 16 - before.length - after.length;
  if (halves.length === 2 ? missing < 2 : missing !== 0) return null;
  return [...before, ...new Array<number>(missing).fill(0), ...after];
}

/** First bytes, number of bits that count, and what lives there. */
type Range = readonly [first: readonly number[], bits: number];

const REFUSED_4: readonly Range[] = [
  [[0], 8], // this network
  [[10], 8], // private
  [[100, 64], 10], // carrier-grade NAT; 100.100.100.200 is a cloud's metadata
  [[127], 8], // loopback
  [[168, 63, 129, 16], 32], // a cloud's host agent, though in public space
  [[169, 254], 16], // link-local and metadata
  [[172, 16], 12], // private
  [[192, 0, 0], 24], // protocol assignments
  [[192, 0, 2], 24], // documentation
  [[192, 88, 99], 24], // 6to4 relays
  [[192, 168], 16], // private
  [[198, 18], 15], // benchmarking
  [[198, 51, 100], 24], // documentation
  [[203, 0, 113], 24], // documentation
  [[224], 4], // multicast
  [[240], 4], // reserved, broadcast
];

/** Global unicast is 2000::/3; mapped, NAT64, unique-local, link-local and multicast addresses all lie outside. */
const GLOBAL_6: Range = [[0x20], 3];
const REFUSED_6: readonly Range[] = [
  [[0x20, 0x01, 0x00], 23], // protocol assignments, Teredo
  [[0x20, 0x01, 0x0d, 0xb8], 32], // documentation
  [[0x20, 0x02], 16], // 6to4: carries any IPv4 address
  [[0x3f, 0xff, 0x00], 20], // documentation
];

function within(bytes: readonly number[], [first, bits]: Range): boolean {
  for (let i = 0; i * 8 < bits; i++) {
    const mask = bits - i * 8 >= 8 ? 255 : (255 << (8 - (bits - i * 8))) & 255;
    if ((bytes[i]! & mask) !== ((first[i] ?? 0) & mask)) return false;
  }
  return true;
}

export function isAddress(text: string): boolean {
  return addressBytes(text) !== null;
}

export function isPublicAddress(text: string): boolean {
  const bytes = addressBytes(text);
  if (bytes === null) return false;
  if (bytes.length === 4) return !REFUSED_4.some((range) => within(bytes, range));
  return within(bytes, GLOBAL_6) && !REFUSED_6.some((range) => within(bytes, range));
}

export function isLoopbackAddress(text: string): boolean {
  const bytes = addressBytes(text);
  return bytes !== null && isLoopback(bytes);
}

function isLoopback(bytes: readonly number[]): boolean {
  return bytes.length === 4 ? bytes[0] === 127 : bytes.every((byte, i) => byte === (i === 15 ? 1 : 0));
}

/**
 * Whether a connection to the address ends on this machine. It has many: all of 127.0.0.0/8 and ::1, the same inside IPv6, and
 * 0.0.0.0 and ::, which systems take for it.
 */
export function isThisMachine(text: string): boolean {
  const bytes = bare(addressBytes(text));
  return bytes !== null && (isLoopback(bytes) || bytes.every((byte) => byte === 0));
}

/** Whether two texts name one address; an IPv4 address inside an IPv6 one (mapped) is the same address. */
export function sameAddress(a: string, b: string): boolean {
  const [x, y] = [bare(addressBytes(a)), bare(addressBytes(b))];
  return x !== null && y !== null && x.join() === y.join();
}

const MAPPED: Range = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255], 96];

function bare(bytes: readonly number[] | null): readonly number[] | null {
  return bytes !== null && bytes.length === 16 && within(bytes, MAPPED) ? bytes.slice(12) : bytes;
}
