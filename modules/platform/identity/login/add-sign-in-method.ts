import type { RequestFacts } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { askForMail } from '../email/ask-for-mail.ts'
import { proveAgain } from './prove-again.ts'
import { normaliseEmail } from '../rules/email.ts'
import { accountOf, type AccountViewer, type IdentityPorts, type Viewer } from '../viewer.ts'

/**
 * New ways in are for whoever showed just now who they are (accounts-2), and for accounts whose e-mail is proven:
 * no key is left in an account that its mailbox's owner may yet prove (ADR-0014).
 */
export function mayAddSignInMethods(
  ports: Pick<IdentityPorts, 'clock'>,
  viewer: Viewer,
): asserts viewer is AccountViewer {
  const account = accountOf(viewer)
  proveAgain(ports, account)
  if (!account.isEmailConfirmed) throw new Problem('conflict', 'confirm-email-first')
}

/** An account that was there before hears of every new way into it. */
export const notifyOfSignInMethod = (
  ports: IdentityPorts,
  tx: Tx,
  { locale }: Pick<RequestFacts, 'locale'>,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<void> =>
  askForMail(ports, tx, { kind: 'sign-in-method-added', emailKey: normaliseEmail(email), accountId, locale })
