import { createHash } from 'node:crypto'
import { minuteMs } from '#shared/time.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { decryptBytes } from '../encryption.ts'
import { acceptedStep, normalizeRecoveryCode } from '../rules/totp.ts'
import type { FieldKey } from '../rules/token-secrets.ts'
import type { IdentityPorts } from '../viewer.ts'
import {
  type Authenticator,
  countCodeAttempt,
  deleteCodeAttempts,
  lockAuthenticator,
  recordStep,
  useRecoveryCode,
} from './authenticator-queries.ts'

export type TwoFactorPorts = IdentityPorts & { readonly fieldKey: FieldKey }

const attemptsMax = 5
const attemptMinutes = 15

export const hashOfRecoveryCode = (code: string): Buffer => createHash('sha256').update(code).digest()

const wrongCode = () => new Problem('validation', 'wrong-code', { fields: { code: { code: 'wrong-code' } } })

/** Counts a code before it is compared; refuses the sixth within 15 minutes (accounts-11). */
export async function countCode(ports: TwoFactorPorts, accountId: string): Promise<void> {
  const instant = ports.clock()
  const since = new Date(instant.getTime() - attemptMinutes * minuteMs)
  if ((await countCodeAttempt(ports, { accountId, at: instant, since })) > attemptsMax)
    throw new Problem('rate-limit', 'too-many-codes', { retryAfterSeconds: attemptMinutes * 60 })
}

/** Accepts a code of the authenticator app once, in the transaction of the action it permits; throws `wrong-code`. */
export async function acceptAppCode(
  ports: TwoFactorPorts,
  tx: Tx,
  { accountId, code }: { readonly accountId: string; readonly code: string },
  authenticator: Authenticator | undefined,
): Promise<void> {
  const instant = ports.clock()
  const step =
    authenticator &&
    acceptedStep(decryptBytes(ports.fieldKey, authenticator.encryptedSecret, accountId), code, {
      at: instant,
      lastStep: authenticator.lastStep,
    })
  if (step === undefined) throw wrongCode()
  await recordStep(tx, { accountId, step, at: instant })
  await deleteCodeAttempts(tx, accountId)
}

/** Accepts a code of the app or, once, a recovery code; returns which kind it was. */
export async function acceptCode(
  ports: TwoFactorPorts,
  tx: Tx,
  input: { readonly accountId: string; readonly code: string },
): Promise<'app' | 'recovery'> {
  const authenticator = await lockAuthenticator(tx, input.accountId)
  if (!authenticator?.confirmedAt) throw wrongCode()
  const recovery = normalizeRecoveryCode(input.code)
  if (recovery === undefined) {
    await acceptAppCode(ports, tx, input, authenticator)
    return 'app'
  }
  if (!(await useRecoveryCode(tx, input.accountId, hashOfRecoveryCode(recovery), ports.clock()))) throw wrongCode()
  await deleteCodeAttempts(tx, input.accountId)
  return 'recovery'
}
