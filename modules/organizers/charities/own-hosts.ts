import type { CharityPorts } from './ports.ts'

/** Returns the hosts of the platform, without ports: its own and the domain whose subdomains are charities' hosts. */
export const ownHostsOf = ({ origin, pagesDomain }: Pick<CharityPorts, 'origin' | 'pagesDomain'>): string[] => [
  new URL(origin).hostname,
  ...(pagesDomain ? [pagesDomain.replace(/:\d+$/, '')] : []),
]
