import type { StaffApprovals } from '#modules/causes/organizations/rules/verification-request.ts'
import type { AccountRequest, IdentityPorts, TwoFactorPolicy } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { Ports } from '#shared/ports.ts'
import type { Fault } from '#shared/problem.ts'
import type { FundraiserState } from './rules/states.ts'

/** The job that asks a charity about a submitted fundraiser, with its `submissionId`. */
export const charityAskedTask = 'fundraising:charity_asked'
/** Days after which staff decide on a fundraiser without the charity (content-4). */
export const charityDays = 7

/** The job for a fundraiser that staff have published, with its `campaignId`. */
export const publishedTask = 'fundraising:published'

/** Dependencies: mail, the secret that signs codes and links, and operator's settings. */
export type FundraisingPorts = NotificationPorts &
  IdentityPorts &
  TwoFactorPolicy & {
    /** Months that a charity's verification lasts (content-6). */
    readonly verificationMonths: number
    /** Number of staff members who decide on a charity (content-23). */
    readonly staffApprovals: StaffApprovals
    /** Whether this site pays out to charities (`PAYOUTS`): by a file for the bank, or not at all. */
    readonly payouts: 'none' | 'file'
    readonly origin: string
    /** The domain below which charities have their hosts; undefined if they have none. */
    readonly pagesDomain: string | undefined
    /** Changes the state of a hosted page by its campaign; `hosted-pages` implements it (pages-7). */
    readonly movePageOfCampaign: (
      ports: Ports & { readonly origin: string; readonly pagesDomain: string | undefined },
      by: AccountRequest,
      input: { readonly campaignId: bigint; readonly state: FundraiserState },
    ) => Promise<FundraiserState>
    /** Returns the state of a hosted page by its campaign and what it lacks; `hosted-pages` implements it (pages-1). */
    readonly pageRequirements: (
      ports: Pick<Ports, 'db' | 'clock'>,
      campaignId: bigint,
    ) => Promise<{ readonly state: FundraiserState; readonly missing: Readonly<Record<string, Fault>> }>
  }
