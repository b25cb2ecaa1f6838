import { organizingHandlers, pageViewsHandlers } from './http.ts'
import { embedPage, embedPolicy } from './sharing/embed-page.ts'
import { embedScript } from './sharing/embed-script.ts'
import { mailLevelEmails } from './mail-level-emails.ts'
import { mailFirstDonations } from './mails/first-donation.ts'
import { mailAskedCharity, mailLargeDonations, mailLostPlan, mailPublished, mailRefunds } from './mails/team-events.ts'
import { sendWeeklySummaries } from './mails/weekly-summary.ts'

export type { OrganizingPorts } from './ports.ts'
export type { EmbedCampaign } from './sharing/embed-page.ts'
export type { EmbedOptions } from './sharing/embed-page.ts'

/** Exports for `server/` only. */
export const organizingServer = {
  handlers: { ...organizingHandlers, ...pageViewsHandlers },
  reactions: { mailFirstDonations, mailLargeDonations, mailLevelEmails, mailRefunds },
  jobs: { mailAskedCharity, mailLostPlan, mailPublished, sendWeeklySummaries },
  embedPage,
  embedPolicy,
  embedScript,
}
