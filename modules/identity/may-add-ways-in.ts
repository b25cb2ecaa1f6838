import { Problem } from '#shared/problem.ts'
import { proveAgain } from './prove-again.ts'
import type { AccountViewer, IdentityPorts, Viewer } from './viewer.ts'

/**
 * New ways in are for whoever showed just now who they are (decisions.md 26), and for accounts whose e-mail is proven: no key is left in an account
 * that its mailbox's owner may yet prove (ADR-0020).
 */
export function mayAddWaysIn(ports: Pick<IdentityPorts, 'clock'>, viewer: Viewer): asserts viewer is AccountViewer {
  if (viewer.kind !== 'account') throw new Problem('authentication', 'invalid-authorization')
  proveAgain(ports, viewer)
  if (!viewer.isEmailConfirmed) throw new Problem('conflict', 'confirm-email-first')
}
