import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { ownAccountAction } from '../own-account-action.ts'
import { hasSignInMethod } from '../rules/sign-in-methods.ts'
import type { AccountViewer, IdentityPorts } from '../viewer.ts'
import { deleteExternalLogin, type ExternalLogin, listExternalLogins, lockSignInMethods } from './external-queries.ts'
import { requireRecentAuthentication } from './recent-authentication.ts'

/** Returns the login providers that are linked to an account. */
export const externalLoginsOf = (ports: IdentityPorts, viewer: AccountViewer): Promise<ExternalLogin[]> =>
  listExternalLogins(ports.db, viewer.accountId)

/** Disconnects a provider from the account, except its last sign-in method. */
export async function unlink(
  ports: IdentityPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  id: string,
): Promise<void> {
  requireRecentAuthentication(ports, viewer)
  await ports.write(async (tx) => {
    const methods = await lockSignInMethods(tx, viewer.accountId)
    if (!(await deleteExternalLogin(tx, viewer.accountId, id))) throw new Problem('not-found', 'not-found')
    if (!hasSignInMethod({ ...methods, externalLogins: methods.externalLogins - 1 }))
      throw new Problem('conflict', 'last-sign-in-method')
    await record(tx, ownAccountAction(ports, viewer, context, 'identity.provider-disconnected'))
  })
}
