import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, lockAccount } from '#modules/platform/identity/index.ts'
import { withdrawDeedsConsent } from '#modules/faith/deeds/index.ts'
import { withdrawZakatConsent } from '#modules/faith/zakat/index.ts'
import { consentHistory, insertConsent, lastConsent } from './consent-queries.ts'
import { type ConsentPurpose, consentPurposes, consentTexts } from './rules/consents.ts'

/**
 * Whether an account has given consent to the current text. Code that reveals belief must check this before it stores
 * or computes anything.
 */
export async function hasConsent(
  ports: Pick<Ports, 'db'>,
  accountId: string,
  purpose: ConsentPurpose,
): Promise<boolean> {
  const last = await lastConsent(ports.db, accountId, purpose)
  return last !== undefined && last.isGiven && last.textVersion === consentTexts[purpose].version
}

/** Subquery of the accounts that consent to the current text of a purpose: account_id, since. */
export const accountsWithConsent = (purpose: ConsentPurpose): string => `
  select account_id, recorded_at as since
  from (
    select distinct on (account_id) account_id, recorded_at, is_given, text_version
    from privacy.consent
    where purpose = '${purpose}'
    order by account_id, id desc
  ) last
  where is_given and text_version = '${consentTexts[purpose].version}'
`

/** Deletes what a withdrawal requires, by the module that stores it and in the same transaction. */
const afterWithdrawal: { readonly [P in ConsentPurpose]?: (tx: Tx, accountId: string) => Promise<void> } = {
  zakat: withdrawZakatConsent,
  recap: withdrawDeedsConsent,
}

/** Returns the state and text of each purpose, and the history, newest first. */
export async function consentsOf(ports: Pick<Ports, 'db'>, viewer: AccountViewer, locale: RequestContext['locale']) {
  const history = await consentHistory(ports.db, viewer.accountId)
  return {
    consents: consentPurposes.map((purpose) => {
      const { version, text } = consentTexts[purpose]
      const last = history.find((response) => response.purpose === purpose)
      const isGiven = last !== undefined && last.isGiven && last.textVersion === version
      return {
        purpose,
        isGiven,
        since: isGiven ? last.at : null,
        textVersion: version,
        text: text[locale] ?? text.en,
      }
    }),
    history: history.map(({ purpose, isGiven, textVersion, at }) => ({
      purpose,
      isGiven,
      textVersion,
      at,
    })),
  }
}

/**
 * Gives or withdraws consent; withdrawing is as easy as giving (GDPR Art. 7(3)). Repeating a request adds nothing.
 * Refuses consent to a text that has changed.
 */
export async function recordConsent(
  ports: Ports,
  viewer: AccountViewer,
  context: RequestContext,
  input: { purpose: ConsentPurpose; isGiven: boolean; textVersion: string },
): Promise<{ isGiven: boolean }> {
  const { accountId } = viewer
  const { purpose, isGiven, textVersion } = input
  if (isGiven && textVersion !== consentTexts[purpose].version) throw new Problem('conflict', 'consent-text-changed')
  const instant = ports.clock()
  return ports.write(async (tx) => {
    // Serializes requests of one account, and refuses them after its erasure.
    if (!(await lockAccount(tx, accountId))) throw new Problem('authentication', 'session-ended')
    const last = await lastConsent(tx, accountId, purpose)
    const isUnchanged = isGiven ? last?.isGiven === true && last.textVersion === textVersion : last?.isGiven !== true
    if (isUnchanged) return { isGiven }
    const version = isGiven ? textVersion : required(last, 'consent').textVersion
    await insertConsent(tx, { accountId, purpose, isGiven, textVersion: version, locale: context.locale, at: instant })
    if (!isGiven) await afterWithdrawal[purpose]?.(tx, accountId)
    const act = isGiven ? 'privacy.consent-given' : 'privacy.consent-withdrawn'
    const details = { purpose, textVersion: version }
    await record(tx, {
      actor: { kind: 'account', id: accountId },
      act,
      object: `account:${accountId}`,
      at: instant,
      ip: context.ip,
      details,
    })
    return { isGiven }
  })
}
