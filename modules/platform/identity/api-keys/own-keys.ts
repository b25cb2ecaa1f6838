import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { accountScopes } from '#shared/api-keys/scopes.ts'
import { record } from '#modules/platform/audit/index.ts'
import { queueAccountMail } from '../email/request-mail.ts'
import { lockAccount } from '../erase-account.ts'
import { canAddSignInMethods } from '../login/add-sign-in-method.ts'
import { ownAccountAction } from '../own-account-action.ts'
import { normalizeEmail } from '../rules/email.ts'
import { isRestricted } from '../two-factor/factor-removals.ts'
import { requireSecondFactor, type TwoFactorPolicy } from '../two-factor/second-factor.ts'
import type { AccountViewer, IdentityPorts } from '../viewer.ts'
import {
  type ApiKeyDraft,
  type ApiKeyPorts,
  createApiKey,
  readApiKeyDraft,
  revokeApiKey,
  rotateApiKey,
} from './manage-keys.ts'

export type OwnKeyPorts = IdentityPorts & ApiKeyPorts & TwoFactorPolicy

/**
 * Throws unless the account may have keys right now: it has confirmed its email and proven its identity recently
 * (accounts-2), with two factors if it has a staff role (accounts-11), and lost none lately (accounts-12).
 */
async function requireKeyControl(ports: OwnKeyPorts, viewer: AccountViewer): Promise<void> {
  canAddSignInMethods(ports, viewer)
  if (viewer.roles.length > 0) requireSecondFactor(ports, viewer)
  if (await isRestricted(ports, viewer.accountId)) throw new Problem('authorization', 'factor-removed-lately')
}

const notify = (
  ports: OwnKeyPorts,
  tx: Tx,
  viewer: AccountViewer,
  context: RequestContext,
  kind: 'api-key-created' | 'api-key-rotated' | 'api-key-revoked',
) =>
  queueAccountMail(ports, tx, {
    kind,
    emailKey: normalizeEmail(viewer.email),
    accountId: viewer.accountId,
    locale: context.locale,
  })

/** Creates a key that reads the account's own records, and mails the account (security-21). */
export async function createOwnKey(
  ports: OwnKeyPorts,
  viewer: AccountViewer,
  context: RequestContext,
  draft: ApiKeyDraft,
): Promise<{ readonly id: string; readonly key: string }> {
  await requireKeyControl(ports, viewer)
  const settings = readApiKeyDraft(draft, accountScopes, ports.clock())
  return ports.write(async (tx) => {
    await lockAccount(tx, viewer.accountId)
    const created = await createApiKey(ports, tx, viewer, {
      ...settings,
      accountId: viewer.accountId,
      siblings: [viewer.accountId],
    })
    const { name, scopes } = settings
    await record(
      tx,
      ownAccountAction(ports, viewer, context, 'identity.api-key-created', { apiKey: created.id, name, scopes }),
    )
    await notify(ports, tx, viewer, context, 'api-key-created')
    return created
  })
}

/** Replaces the secret of one of the account's keys, and mails the account. */
export async function rotateOwnKey(
  ports: OwnKeyPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly id: string; readonly overlapHours: number },
): Promise<{ readonly id: string; readonly key: string }> {
  await requireKeyControl(ports, viewer)
  return ports.write(async (tx) => {
    const { key, name } = await rotateApiKey(ports, tx, viewer, { ...input, accountIds: [viewer.accountId] })
    await record(
      tx,
      ownAccountAction(ports, viewer, context, 'identity.api-key-rotated', {
        apiKey: input.id,
        name,
        overlapHours: input.overlapHours,
      }),
    )
    await notify(ports, tx, viewer, context, 'api-key-rotated')
    return { id: input.id, key }
  })
}

/** Revokes one of the account's keys at once, and mails the account. It needs no recent proof: it is urgent. */
export const revokeOwnKey = (
  ports: OwnKeyPorts,
  viewer: AccountViewer,
  context: RequestContext,
  id: string,
): Promise<void> =>
  ports.write(async (tx) => {
    const { name } = await revokeApiKey(ports, tx, { accountIds: [viewer.accountId], id })
    await record(tx, ownAccountAction(ports, viewer, context, 'identity.api-key-revoked', { apiKey: id, name }))
    await notify(ports, tx, viewer, context, 'api-key-revoked')
  })
