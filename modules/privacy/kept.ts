/** Tables whose rows of an account go when it is erased; a table that names somebody stands here or below. */
export const tablesOfPeople: ReadonlySet<string> = new Set([
  'addresses.address',
  'addresses.choice',
  'baskets.basket',
  'comments.comment',
  'favourites.favourite',
  'identity.account_picture',
  'identity.external_login',
  'identity.guest',
  'identity.known_browser',
  'identity.mail_code',
  'identity.passkey',
  'identity.passkey_challenge',
  'identity.session',
  'privacy.consent',
  'privacy.export',
  'receipts.copy',
  'receipts.statement',
])

/** What stays of an erased account, and why (GDPR Art. 17(3)(b) where a law wants it). */
export const keptOfErased: Readonly<Record<string, string>> = {
  'identity.account': 'the row that gifts name, without name, e-mail or any way in',
  'identity.login_failure': 'guesses against a mailbox, so that erasing does not wipe a guesser’s slate; gone after two days',
  'identity.asked_for_mail': 'how often a mailbox was written to, for the same reason; gone after two days',
  'giving.donation': 'the books: who gave what, until its own day (kept_until), then nameless',
  'giving.claim': 'which nameless account a gift belonged to: two ids and a time, append-only',
  'giving.gift_aid_declaration': 'the tax office asks for it: name and address until the day of its gift, then nameless',
  'receipts.receipt': 'numbers have no gaps and a receipt never changes; donor and e-mail go on the day of its gifts',
  'receipts.document': 'the paper of a receipt that stays; it goes with the donor’s name',
  'payments.intent': 'what was charged, under the id of the nameless account; names and addresses are taken out',
  'payments.attempt': 'the proof of a charge for a dispute; e-mail taken out at once, card and network address on the day of its gift',
  'campaigns.campaign': 'a fundraiser and who answers for it in public, until its charity closes it',
  'organizations.organization': 'how a charity is reached, which is nobody’s account',
  'audit.entry': 'who did what, append-only: ids and network addresses, never a name or an e-mail',
  'notifications.mail': 'the mail that says it is done; gone after three days',
}
