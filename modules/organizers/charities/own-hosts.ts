import type { CharityPorts } from './ports.ts'

/** Returns the hosts of the platform without ports: its own, and the domain below which charities have their hosts. */
export const ownHostsOf = ({ origin, pagesDomain }: Pick<CharityPorts, 'origin' | 'pagesDomain'>): string[] => [
  new URL(origin).hostname,
  ...(pagesDomain ? [pagesDomain.replace(/:\d+$/, '')] : []),
]
