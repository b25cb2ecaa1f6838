import type { Act } from '#modules/platform/audit/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'

/** Builds the audit entry of an action on the viewer's own account. */
export const ownAccountAction = (
  ports: Pick<Ports, 'clock'>,
  { accountId }: { readonly accountId: string },
  { ip }: Pick<RequestContext, 'ip'>,
  act: string,
  details: Readonly<Record<string, unknown>> = {},
): Act => ({
  actor: { kind: 'account', id: accountId },
  act,
  object: `account:${accountId}`,
  at: ports.clock(),
  ip,
  details,
})
