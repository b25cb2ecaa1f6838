/** What someone does for a charity, most powerful first. `donor-support`: "Support" in texts (staff has `support`). */
export const memberRoles = ['owner', 'admin', 'finance', 'editor', 'donor-support'] as const
export type MemberRole = (typeof memberRoles)[number]

/** What members do with the charity itself; what they do with its fundraisers is in campaigns/rules/acts.ts. */
const organizationActs = [
  /** Reading the charity's settings and the state of its verification. */
  'read',
  /** Profile, mails, languages, colours, texts. */
  'settings',
  /** The verification form, its documents and its request. */
  'verification',
  /** Members and invitations; owners are an owner's alone. */
  'members',
  /** Owners, subdomain, hosts, closing. */
  'ownership',
  /** Websites that may show its donation form. */
  'embeds',
  /** Bank details and requirements for payouts. */
  'bank',
  /** Hosted pages: drafts, levels, and changes of published ones. */
  'pages',
  /** Publishing, unpublishing, ending and archiving them. */
  'page-states',
  /** Yearly reports. */
  'reports',
  /** The charity's own entries of the audit log. */
  'audit',
] as const
export type OrganizationAct = (typeof organizationActs)[number]

const may: Readonly<Record<OrganizationAct, readonly MemberRole[]>> = {
  read: memberRoles,
  settings: ['owner', 'admin'],
  verification: ['owner', 'admin'],
  members: ['owner', 'admin'],
  ownership: ['owner'],
  embeds: ['owner', 'admin'],
  bank: ['owner', 'admin', 'finance'],
  pages: ['owner', 'admin', 'editor'],
  'page-states': ['owner', 'admin', 'finance'],
  reports: ['owner', 'admin', 'finance'],
  audit: ['owner', 'admin'],
}

/** Whether someone with this role may do it (accounts-13). */
export const mayDo = (role: MemberRole, act: OrganizationAct): boolean => may[act].includes(role)
