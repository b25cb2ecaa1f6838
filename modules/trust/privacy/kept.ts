/** Tables whose rows of an account go when it is erased; a table that names somebody stands here or below. */
export const tablesOfPeople: ReadonlySet<string> = new Set([
  'addresses.address',
  'addresses.choice',
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

/** What stays of an erased account, and why (GDPR Art. 17(3)(b) where a law wants it). */
export const keptOfErased: Readonly<Record<string, string>> = {
  'identity.account': 'the row that gifts name, without name, e-mail or any way in',
  'identity.factor_removal': 'that staff removed the second factor of an account: ids and times',
  'identity.login_failure':
    'guesses against a mailbox, an account or a browser, so that erasing does not wipe a guesser’s slate; gone after two days',
  'identity.asked_for_mail': 'how often a mailbox was written to, for the same reason; gone after two days',
  'organizations.document':
    'a charity’s own document and the id of the account that added it; purged by its own days (content-22)',
  'organizations.verification_form': 'a charity’s own form and the id of the account that saved it last',
  'organizations.verification_proposal': 'which of the operator’s people proposed a verification, by their ids',
  'organizations.verification_request':
    'what a charity asked for and who decided on it, the proof of its verification, by ids of accounts',
  'giving.donation': 'the books: who gave what, until its own day (kept_until), then nameless',
  'giving.claim': 'which nameless account a gift belonged to: two ids and a time, append-only',
  'giving.gift_aid_declaration':
    'the tax office asks for it: name and address until the day of its gift, then nameless',
  'receipts.receipt': 'numbers have no gaps and a receipt never changes; donor and e-mail go on the day of its gifts',
  'receipts.document': 'the paper of a receipt that stays; it goes with the donor’s name',
  'refunds.refund':
    'the books: what went back, and which of the operator’s people asked for it and agreed, by their ids',
  'refunds.for_a_person':
    'what went back and could not be written down, and which of the operator’s people saw to it, by their ids',
  'subscriptions.subscription':
    'what a nameless account gave regularly, ended: the gifts in the books name it; and which words were agreed to when, without person or address',
  'cards.customer': 'the id the payment provider knows the nameless account by; it is emptied there',
  'cards.card': 'which card an agreement was for: brand, four digits and end; nothing can be charged with it',
  'cards.mandate': 'what was agreed to and when, the proof for charges that were made; without the network address',
  'payments.intent': 'what was charged, under the id of the nameless account; names and addresses are taken out',
  'payments.attempt':
    'the proof of a charge for a dispute; e-mail taken out at once, card and network address on the day of its gift; of what was declined, card and address after two days',
  'campaigns.campaign': 'a fundraiser and who answers for it in public, until its charity closes it',
  'fundraising.draft': 'what is being written of a fundraiser, without who wrote it last',
  'fundraising.submission': 'that a fundraiser was sent and decided on, without by whom; the audit log has the ids',
  'fundraising.revision': 'what a public fundraiser said before, for donors who read it then, without who changed it',
  'fundraising.invitation':
    'that somebody was asked to join, without who asked; those to the erased address go, all of them 30 days after their end',
  'media.picture':
    'a picture that a fundraiser shows, without who uploaded it; those that nothing shows go, files and all',
  'campaigns.news': 'what a fundraiser told its donors, without who wrote it',
  'moderation.case':
    'what the operator looked into and decided, with which nameless account decided it, without the words of whoever was erased',
  'moderation.note': 'what colleagues noted about a case, under the id of the nameless account',
  'moderation.report': 'that something was reported and for which reason, without who did and in which words',
  'moderation.evidence':
    'files that show for whom a fundraiser was verified for Zakat, nobody’s, until a year after that has ended',
  'moderation.zakat_verification':
    'for whom a fundraiser was verified for Zakat and why, under the ids of nameless accounts',
  'zakat.distribution': 'zakat that reached people, without who reported it; under the ids of anonymous accounts',
  'organizing.thanks': 'that a gift was thanked for, without who did',
  'organizing.fulfilment': 'that what a level promised was sent, without who said so',
  'organizing.offline_donation': 'a gift that came another way, without who entered it; the memo book stands on it',
  'referrals.referer':
    'a drawn code that gifts came through, without whose it was, so that it is never drawn for another',
  'organizations.organization': 'how a charity is reached, which is nobody’s account',
  'audit.entry': 'who did what, append-only: ids and network addresses, never a name or an e-mail',
  'notifications.mail': 'the mail that says it is done; gone after three days',
}
