import { createHash } from 'node:crypto'
import { minuteMs } from '#shared/time.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { decryptBytes } from '../encryption.ts'
import { acceptedStep, normalizeRecoveryCode } from '../rules/totp.ts'
import type { IdentityPorts } from '../viewer.ts'
import {
  type Authenticator,
  countCodeAttempt,
  deleteCodeAttempts,
  lockAuthenticator,
  recordStep,
  useRecoveryCode,
} from './authenticator-queries.ts'

export type TwoFactorPorts = IdentityPorts & { readonly fieldKey: Buffer }

const attemptsMax = 5
const attemptMinutes = 15

export const hashOfRecoveryCode = (code: string): Buffer => createHash('sha256').update(code).digest()

const wrongCode = () => new Problem('validation', 'wrong-code', { fields: { code: { code: 'wrong-code' } } })

/** Counts a code before it is compared; refuses the sixth within 15 minutes (accounts-11). */
export async function countCode(ports: TwoFactorPorts, accountId: string): Promise<void> {
  const at = ports.clock()
  const since = new Date(at.getTime() - attemptMinutes * minuteMs)
  if ((await countCodeAttempt(ports, { accountId, at, since })) > attemptsMax)
    throw new Problem('rate-limit', 'too-many-codes', { retryAfterSeconds: attemptMinutes * 60 })
}

/** Accepts a code of the authenticator app once, in the transaction of what it permits; throws `wrong-code`. */
export async function acceptAppCode(
  ports: TwoFactorPorts,
  tx: Tx,
  { accountId, code }: { readonly accountId: string; readonly code: string },
  held: Authenticator | undefined,
): Promise<void> {
  const at = ports.clock()
  const step =
    held &&
    acceptedStep(decryptBytes(ports.fieldKey, held.encryptedSecret, accountId), code, { at, lastStep: held.lastStep })
  if (step === undefined) throw wrongCode()
  await recordStep(tx, { accountId, step, at })
  await deleteCodeAttempts(tx, accountId)
}

/** Accepts a code of the app or, once, a recovery code; returns which it was. */
export async function acceptCode(
  ports: TwoFactorPorts,
  tx: Tx,
  of: { readonly accountId: string; readonly code: string },
): Promise<'app' | 'recovery'> {
  const held = await lockAuthenticator(tx, of.accountId)
  if (!held?.confirmedAt) throw wrongCode()
  const recovery = normalizeRecoveryCode(of.code)
  if (recovery === undefined) {
    await acceptAppCode(ports, tx, of, held)
    return 'app'
  }
  if (!(await useRecoveryCode(tx, of.accountId, hashOfRecoveryCode(recovery), ports.clock()))) throw wrongCode()
  await deleteCodeAttempts(tx, of.accountId)
  return 'recovery'
}
