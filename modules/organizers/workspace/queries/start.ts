import type { Ports } from '#shared/ports.ts'
import type { StartOfCharity } from '../rules/first-steps.ts'

type Start = Pick<StartOfCharity, 'firstDonationOn' | 'hasFundraiser' | 'hasPage' | 'hasBankDetails'>

/** Reads what a charity published and received so far. Days are in its time zone. */
export const readStart = async (ports: Ports, organizationId: bigint): Promise<Start | undefined> =>
  (
    await ports.statement<Start>(
      'workspace.start',
      `
        select
          (
            select min(day)::text from workspace.day_total
            where organization_id = $1 and dimension = 'all' and donations > 0
          ) as "firstDonationOn",
          exists (
            select from campaigns.campaign where organization_id = $1 and kind = 'fundraiser' and status > 0
          ) as "hasFundraiser",
          exists (
            select from campaigns.campaign where organization_id = $1 and kind = 'hosted-page' and status > 0
          ) as "hasPage",
          exists (
            select from organizations.bank_details where organization_id = $1 and state in ('approved', 'pending')
          ) as "hasBankDetails"
      `,
      [organizationId],
    )
  )[0]
