/** Tables whose rows are erased with their account. Every table with personal data is listed here or below. */
export const erasedTables: ReadonlySet<string> = new Set([
  'addresses.address',
  'addresses.default_address',
  'baskets.basket',
  'campaigns.team_member',
  'comments.comment',
  'favourites.favourite',
  'identity.account_picture',
  'identity.authenticator',
  'identity.code_attempt',
  'identity.external_login',
  'identity.former_email',
  'identity.guest',
  'identity.known_browser',
  'identity.mail_code',
  'identity.passkey',
  'identity.passkey_challenge',
  'identity.recovery_code',
  'identity.session',
  'organizations.member',
  'privacy.consent',
  'privacy.export',
  'receipts.copy',
  'receipts.statement',
  'refunds.request',
  'deeds.notice',
  'deeds.snapshot',
  'deeds.survey_answer',
  'qurbani.reminder',
  'zakat.reassignment_request',
  'zakat.offsite_donation',
  'zakat.profile',
  'zakat.reminder',
])

/** What is kept of an erased account, and why (GDPR Art. 17(3)(b) for legal obligations). */
export const retainedTables: Readonly<Record<string, string>> = {
  'identity.account': 'the row that donations reference, without name, email or sign-in method',
  'identity.factor_removal': 'that staff removed the second factor of an account: ids and times',
  'identity.login_failure':
    'failed logins of a mailbox, an account or a browser, so that erasure does not reset the limit; deleted after two days',
  'identity.email_request': 'how often a mailbox was mailed, for the same reason; deleted after two days',
  'organizations.document':
    'a charity’s own document and the id of the account that added it; purged by its own days (content-22)',
  'organizations.verification_form': 'a charity’s own form and the id of the account that saved it last',
  'organizations.verification_proposal': 'which staff members proposed a verification, by their ids',
  'organizations.verification_request':
    'a charity’s request and who decided it, the evidence of its verification, by ids of accounts',
  'giving.donation': 'accounting records: who gave what, until retained_until, then anonymized',
  'giving.claim': 'which anonymized account a donation belonged to: two ids and a time, append-only',
  'giving.counted_account': 'when the donations of an anonymized account were counted as one donor’s: an id and a time',
  'giving.bank_debit_mandate':
    'what a donor authorized their bank to pay, with address and browser: evidence for two years, then deleted',
  'giving.gift_aid_declaration': 'required by the tax office: name and address until retained_until, then anonymized',
  'receipts.receipt':
    'numbers have no gaps and a receipt never changes; donor and email are removed at retained_until of its donations',
  'receipts.document': 'the document of a receipt that stays; deleted with the donor’s name',
  'refunds.refund': 'accounting records: the refund, and the ids of the staff who requested and approved it',
  'refunds.manual_review': 'refunds that needed manual review, and the ids of the staff who resolved them',
  'subscriptions.subscription':
    'the ended plans of an anonymized account, which donations reference; the agreed mandate and its date, without name or address',
  'cards.customer': 'the id of the anonymized account at the payment provider, where its data is deleted',
  'cards.card': 'which card an agreement was for: brand, last four digits and expiry; it can’t be charged',
  'cards.mandate': 'the agreed mandate and its date, as evidence for past charges; without the IP address',
  'payments.intent': 'what was charged, under the id of the anonymized account; without names and addresses',
  'payments.attempt':
    'evidence of a charge in a dispute; email removed at once, card and IP address at retained_until of its donation, those of declined attempts after two days',
  'campaigns.campaign': 'a fundraiser and its public organizer, until its charity closes it',
  'fundraising.draft': 'the draft of a fundraiser, without its last author',
  'fundraising.submission': 'that a fundraiser was submitted and decided, without names; the audit log has the ids',
  'fundraising.revision': 'earlier texts of a public fundraiser, for donors who read them, without their author',
  'fundraising.invitation':
    'that a person was invited, without the inviter; those to the erased address are deleted, all others 30 days after their end',
  'hosted_pages.page': 'a page of a charity, without who created it',
  'hosted_pages.version': 'earlier public texts of a page of a charity, without who published them',
  'supporter_pages.page':
    'that a supporter had a page, without who it was, its title, story and picture; its totals stay',
  'media.picture': 'a picture that a fundraiser shows, without its uploader; unused ones are deleted with their files',
  'campaigns.news': 'news of a fundraiser, without its author',
  'moderation.case':
    'reviewed cases and their decisions, with the id of the anonymized reviewer, without texts of the erased person',
  'moderation.note': 'staff notes about a case, under the id of the anonymized account',
  'moderation.report': 'that something was reported and for which reason, without reporter and text',
  'moderation.evidence': 'evidence of a zakat verification, without its uploader, until a year after its end',
  'moderation.zakat_verification':
    'the recipients and basis of a zakat verification, under the ids of anonymized accounts',
  'zakat.distribution': 'zakat that reached people, without who reported it; under the ids of anonymous accounts',
  'organizing.thank_you_message': 'that a donor was thanked, without by whom',
  'organizing.fulfilment': 'that a level was fulfilled, without by whom',
  'organizing.offline_donation': 'an offline donation, without who recorded it; the memo book relies on it',
  'referrals.referer': 'a random code that donations came through, without its owner, so that it is never reused',
  'organizations.organization': 'contact details of a charity, which belong to no account',
  'organizations.bank_details':
    'encrypted bank details of a charity, under the ids of anonymized accounts that entered and approved them',
  'organizations.email_change': 'the contact address that a charity requested, which belongs to no account',
  'organizations.embed_host': 'websites that may frame a charity’s form, with the id of the account that listed each',
  'organizations.domain': 'a charity’s own domains, with the id of the account that listed each',
  'organizations.ownership_change':
    'changes of a charity’s ownership, under the ids of anonymized accounts that requested and decided them',
  'organizations.former_subdomain': 'a charity’s earlier addresses, with the id of the account that changed each',
  'audit.entry': 'who did what, append-only: ids and IP addresses, never a name or an email',
  'notifications.mail': 'the mail that confirms the erasure; deleted after three days',
}
