export const planMails = {
  'plan-mails.coming': 'A mail before each gift',
  'plan-mails.coming-on': 'We write to you some days before each gift of “{plan}”.',
  'plan-mails.coming-off':
    'We no longer write before each gift of “{plan}”. You still hear from us before a gift of another amount or after a long pause.',
  'plan-mails.coming-first': 'A mail before the first gift',
  'plan-mails.coming-first-on': 'We write to you before the first gift of “{plan}”.',
  'plan-mails.coming-first-off':
    'We no longer write before the first gift of “{plan}”. You still hear from us before a gift of another amount or after a long pause.',
  'plan-mails.coming-stop': 'Stop these mails',
  'plan-mails.coming-again': 'Write to me again',
  'plan-mails.monthly': 'Mails about your gifts',
  'plan-mails.monthly-text':
    'How shall we tell you of the gifts of “{plan}”? Their receipts are in your account in any case.',
  'plan-mails.legend': 'By mail I want',
  'plan-mails.summary': 'One summary',
  'plan-mails.summary-note': 'On the first of each month; of nights, after the last.',
  'plan-mails.receipts': 'Each receipt',
  'plan-mails.receipts-note': 'A mail for every gift.',
  'plan-mails.none': 'Neither',
  'plan-mails.none-note': 'Only what needs you: a gift that could not be collected, say.',
  'plan-mails.save': 'Save',
  'plan-mails.saved': 'Saved.',
  'plan-mails.dead': 'This link does not work',
  'plan-mails.dead-text': 'It may have been copied in part. Use the link of a newer mail, or answer it.',
  'plan-mails.goes-on': 'Your giving goes on unchanged.',
}
