import type { Fault } from '#shared/problem.ts'

const local = String.raw`[^\s\p{C}"(),:;<>@[\\\].]+(?:\.[^\s\p{C}"(),:;<>@[\\\].]+)*`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const address = new RegExp(`^${local}@(?:${label}\\.)+${label}$`, 'u')

/**
 * Invisible characters that Arabic keyboards, messengers and web pages leave in a copied address: direction marks,
 * joiners, byte order marks.
 */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Removes invisible characters and keeps the spelling. */
export const tidyEmail = (typed: string): string => typed.replace(unseen, '').trim()

/**
 * Returns one spelling per mailbox: without invisible characters, composed and lower case. Two accounts never differ in
 * case alone.
 */
export const normalizeEmail = (typed: string): string => tidyEmail(typed).normalize('NFC').toLowerCase()

/** Whether a text is an email address. Only a mail can show that a person reads it. */
export const isEmail = (text: string): boolean => text.length <= 254 && text.indexOf('@') <= 64 && address.test(text)

export function checkEmail(typed: string): Fault | undefined {
  const email = normalizeEmail(typed)
  if (email === '') return { code: 'email-missing' }
  return isEmail(email) ? undefined : { code: 'email-invalid' }
}
