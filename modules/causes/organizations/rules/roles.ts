/**
 * Roles of a charity's members, most powerful first. `donor-support` is "Support" in texts, because staff have a role
 * `support`.
 */
export const memberRoles = ['owner', 'admin', 'finance', 'editor', 'donor-support'] as const
export type MemberRole = (typeof memberRoles)[number]

/** Permissions of members for the charity itself; those for its fundraisers are in campaigns/rules/acts.ts. */
const organizationActs = [
  /** View the charity's settings and the state of its verification. */
  'read',
  /** Read the charity's figures, and what of its donations waits for it. */
  'figures',
  /** Edit profile, mails, languages, colours and texts. */
  'settings',
  /** Edit the verification form and its documents, and submit the request. */
  'verification',
  /** Manage members and invitations; only owners can manage owners. */
  'members',
  /** Manage owners, subdomain and hosts, and close the charity. */
  'ownership',
  /** Manage the websites that may show its donation form. */
  'embeds',
  /** Manage the charity's API keys. */
  'api-keys',
  /** Manage the addresses that its events are sent to. */
  'webhooks',
  /** Manage bank details and payout requirements. */
  'bank',
  /** Claim Gift Aid: reads donors' names and home addresses. */
  'gift-aid',
  /** Edit hosted pages: drafts, levels, and changes of published ones. */
  'pages',
  /** Publish, unpublish, end and archive hosted pages. */
  'page-states',
  /** Accept or refuse fundraisers that others start for the charity. */
  'fundraisers',
  /** Manage yearly reports. */
  'reports',
  /** Read the charity's own entries in the audit log. */
  'audit',
  /** Read donations and donors, thank donors, and send receipts again. */
  'donors',
  /** Export donations and donors. */
  'donor-exports',
  /** Cancel donors' plans. */
  'donor-plans',
] as const
export type OrganizationAct = (typeof organizationActs)[number]

const may: Readonly<Record<OrganizationAct, readonly MemberRole[]>> = {
  read: memberRoles,
  figures: ['owner', 'admin', 'finance'],
  settings: ['owner', 'admin'],
  verification: ['owner', 'admin'],
  members: ['owner', 'admin'],
  ownership: ['owner'],
  embeds: ['owner', 'admin'],
  'api-keys': ['owner', 'admin'],
  webhooks: ['owner', 'admin'],
  bank: ['owner', 'admin', 'finance'],
  'gift-aid': ['owner', 'finance'],
  pages: ['owner', 'admin', 'editor'],
  'page-states': ['owner', 'admin', 'finance'],
  fundraisers: ['owner', 'admin'],
  reports: ['owner', 'admin', 'finance'],
  audit: ['owner', 'admin'],
  donors: ['owner', 'admin', 'finance', 'donor-support'],
  'donor-exports': ['owner', 'admin', 'finance'],
  'donor-plans': ['owner', 'admin', 'finance'],
}

/** Whether a member with this role has a permission (accounts-13). */
export const canDo = (role: MemberRole, act: OrganizationAct): boolean => may[act].includes(role)
