// Where host names lead, as this machine sees it: its hosts file and name servers.

import { lookup } from "node:dns/promises";

export async function resolveHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
}
