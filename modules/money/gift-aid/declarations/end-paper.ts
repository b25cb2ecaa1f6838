import type { LocalDate } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { authorizeForClaims } from '../claims/authorize-for-claims.ts'
import type { ClaimPorts } from '../claims/ports.ts'
import { endDeclarationOn } from './end-declaration-on.ts'
import { lockPaper } from './queries.ts'

/** Ends a declaration on paper from a UK day on, as its donor asked the charity (gift-aid-4). */
export async function endPaper(
  ports: ClaimPorts,
  { viewer, context }: { readonly viewer: AccountViewer; readonly context: Pick<RequestContext, 'ip'> },
  input: { readonly organizationId: bigint; readonly declarationId: string; readonly from: LocalDate },
): Promise<void> {
  const charity = await authorizeForClaims(ports, viewer, input.organizationId, 'changing')
  await ports.write(async (tx) => {
    const declaration = await lockPaper(tx, charity.id, input.declarationId)
    if (!declaration) throw new Problem('not-found', 'declaration-not-found')
    const instant = ports.clock()
    await endDeclarationOn(tx, declaration, { day: input.from, at: instant })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'gift-aid.declaration-ended',
      object: `organization:${charity.id}`,
      at: instant,
      ip: context.ip,
      details: { declaration: input.declarationId, from: input.from },
    })
  })
}
