import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { queueAccountMail } from '../email/request-mail.ts'
import { requireRecentAuthentication } from './recent-authentication.ts'
import { normalizeEmail } from '../rules/email.ts'
import { accountOf, type AccountViewer, type IdentityPorts, type Viewer } from '../viewer.ts'

/**
 * Whether sign-in methods may be added: only after recent authentication (accounts-2) and with a confirmed email. An
 * account that the mailbox's owner may still confirm must get no other credential (ADR-0014).
 */
export function canAddSignInMethods(
  ports: Pick<IdentityPorts, 'clock'>,
  viewer: Viewer,
): asserts viewer is AccountViewer {
  const account = accountOf(viewer)
  requireRecentAuthentication(ports, account)
  if (!account.isEmailConfirmed) throw new Problem('conflict', 'confirm-email-first')
}

/** Notifies an existing account of every new sign-in method. */
export const notifyOfSignInMethod = (
  ports: IdentityPorts,
  tx: Tx,
  { locale }: Pick<RequestContext, 'locale'>,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<void> =>
  queueAccountMail(ports, tx, { kind: 'sign-in-method-added', emailKey: normalizeEmail(email), accountId, locale })
