import type pg from 'pg'
import { findOpenSteps, type FirstStep, type InstallationState } from '#modules/trust/moderation/rules/first-steps.ts'
import { one } from '#shared/collections.ts'
import { locales } from '#shared/texts/locales.ts'
import type { Config } from '../config/config.ts'
import { findUnreplacedLegalPages } from '../pages/information-pages.ts'

/**
 * Reads the state of this installation. In a demo, mail, payments and legal pages count as complete, because they are
 * examples there.
 */
export async function readInstallationState(config: Config, client: pg.Pool | pg.Client): Promise<InstallationState> {
  const { rows } = await client.query<{ admins: number; deciders: number; hasVerifiedCharity: boolean }>(
    `
      select count(*) filter (where 'admin' = any(roles))::int as admins,
        count(*) filter (where roles && array['admin', 'reviewer'])::int as deciders,
        exists (select from organizations.organization where verification_state = 'verified') as "hasVerifiedCharity"
      from identity.account
      where roles <> '{}' and erased_at is null
    `,
  )
  const { admins, deciders, hasVerifiedCharity } = one(rows)
  const isDemo = config.MODE === 'demo'
  return {
    hasAdmin: admins > 0,
    sendsMail: isDemo || config.SMTP_URL !== undefined,
    movesMoney: isDemo || config.sandboxes.length === 0,
    hasVerifiedCharity,
    deciders,
    // Without payouts, the operator's own charity is the only one, and it is verified without a review.
    approvals: config.PAYOUTS === 'none' ? 1 : config.STAFF_APPROVALS,
    legalTemplates: isDemo ? [] : await findUnreplacedLegalPages(config.CONTENT_DIR, locales),
  }
}

/** Returns the open steps of this installation. */
export const readOpenSteps = async (config: Config, client: pg.Pool): Promise<FirstStep[]> =>
  findOpenSteps(await readInstallationState(config, client))

/** What the operator can do about a step that `doctor` has no other check for. */
const remedies: Partial<Readonly<Record<FirstStep, string>>> = {
  admin: 'there is no admin account: run npm run sunbul -- create-admin --email <yours>',
  charity:
    'there is no verified charity, so nothing can be donated: add one at /staff/charities, or run npm run sunbul -- charity create --own if your organization is the charity',
  colleague:
    'two people must agree before a charity is verified, but only one account has the role admin or reviewer: give another account a role at /staff/people, or set STAFF_APPROVALS=1 if one person works on this',
}

/** Describes the open steps that no other check of `doctor` finds; undefined if there are none. */
export function describeOpenSteps(state: InstallationState): string | undefined {
  const found = findOpenSteps(state).flatMap((step) => remedies[step] ?? [])
  return found.length === 0 ? undefined : found.join('\n        ')
}
