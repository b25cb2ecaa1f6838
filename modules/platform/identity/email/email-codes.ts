import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { isProblem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { findAddressOfCode } from './address-codes.ts'
import { codeNotValid } from './code-not-valid.ts'
import { queueAccountMail } from './request-mail.ts'
import { endMailCodes, findMailCode, markEmailConfirmed, useMailCode } from './mail-queries.ts'
import { normalizeEmail } from '../rules/email.ts'
import { maskedEmail } from '../rules/mask.ts'
import type { MailCodePurpose } from '../tables.ts'
import { hashOfToken, type IdentityPorts } from '../viewer.ts'

export type ValidMailCode = NonNullable<Awaited<ReturnType<typeof findMailCode>>> & { readonly codeHash: Buffer }

/** Finds a mailed code and its purpose without using it. */
export async function findCode(
  ports: IdentityPorts,
  code: string,
  purposes: readonly MailCodePurpose[],
): Promise<ValidMailCode> {
  const codeHash = hashOfToken(code)
  const mailCode = await findMailCode(ports.db, codeHash, ports.clock())
  if (!mailCode || !purposes.includes(mailCode.purpose)) throw codeNotValid()
  return { ...mailCode, codeHash }
}

/** Returns the address of a code, as far as its holder may know before using it (S2 §7 `getByCode`). */
export async function describeCode(ports: IdentityPorts, code: string): Promise<{ email: string }> {
  try {
    const { email, about } = await findCode(ports, code, [
      'confirm-email',
      'log-in',
      'set-password',
      'change-email',
      'undo-email',
    ])
    return { email: maskedEmail(about ?? email) }
  } catch (error) {
    const email = isProblem(error) ? await findAddressOfCode(ports, code) : undefined
    if (email === undefined) throw error
    return { email: maskedEmail(email) }
  }
}

/** Uses a code and invalidates every other code of the account. */
export async function consumeCode(tx: Tx, { codeHash, accountId }: ValidMailCode, instant: Date): Promise<void> {
  if (!(await useMailCode(tx, codeHash, instant))) throw codeNotValid()
  await endMailCodes(tx, accountId, instant)
}

/** Two accounts may confirm one address at the same moment: the later one gets the same error as any later attempt. */
export async function rejectTakenEmail<Result>(written: Promise<Result>): Promise<Result> {
  try {
    return await written
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw codeNotValid()
    throw error
  }
}

/**
 * Uses a code. Its holder reads the mailbox, so the email is confirmed; the first confirmation sends the welcome mail.
 * A code whose email another account has confirmed since is invalid.
 */
export async function useCode(
  ports: IdentityPorts,
  tx: Tx,
  context: RequestContext,
  held: ValidMailCode,
): Promise<void> {
  const instant = ports.clock()
  await consumeCode(tx, held, instant)
  const confirmation = await markEmailConfirmed(tx, held.accountId, instant)
  if (confirmation === 'taken') throw codeNotValid()
  if (confirmation === 'already-confirmed') return
  await queueAccountMail(ports, tx, {
    kind: 'welcome',
    emailKey: normalizeEmail(held.email),
    accountId: held.accountId,
    locale: context.locale,
  })
  await record(tx, {
    actor: { kind: 'account', id: held.accountId },
    act: 'identity.email-confirmed',
    object: `account:${held.accountId}`,
    at: instant,
    ip: context.ip,
  })
}
