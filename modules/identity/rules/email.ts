import type { Fault } from '#shared/problem.ts'

const local = String.raw`[^\s\p{C}"(),:;<>@[\\\].]+(?:\.[^\s\p{C}"(),:;<>@[\\\].]+)*`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const address = new RegExp(`^${local}@(?:${label}\\.)+${label}$`, 'u')

/** One spelling per mailbox: trimmed, composed and lower case. Two accounts never differ in letters' case alone. */
export const normaliseEmail = (typed: string): string => typed.trim().normalize('NFC').toLowerCase()

/** Whether mail could be sent there; only a mail proves that somebody reads it. */
export const isEmail = (text: string): boolean => text.length <= 254 && text.indexOf('@') <= 64 && address.test(text)

export function checkEmail(typed: string): Fault | undefined {
  const email = normaliseEmail(typed)
  if (email === '') return { code: 'email-missing' }
  return isEmail(email) ? undefined : { code: 'email-invalid' }
}
