import type { Catalogue } from '#shared/text.ts'

/** The words of mails about what somebody gives regularly, in English. */
export const english: Catalogue = {
  salam: 'Salam {name}.',
  'salam-nameless': 'Salam.',
  footer: 'You get this mail because you give regularly through {product}.\nNeed help? Answer this mail.',
  manage: 'Look at it, pause or cancel without logging in',
  look: 'Look at it without logging in',
  account: 'See it in your account',

  FridayGivers: 'Friday Givers',
  DailyGivers: 'Daily Givers',
  Ramadan30Nights: 'Nights of Ramadan {year}',
  DhulHijjah: 'Days of Dhul Hijjah {year}',
  'plan-day': 'Daily giving to {cause}',
  'plan-week': 'Weekly giving to {cause}',
  'plan-month': 'Monthly giving to {cause}',
  'plan-day-free': 'Daily giving',
  'plan-week-free': 'Weekly giving',
  'plan-month-free': 'Monthly giving',

  what: 'Plan',
  each: 'Each gift',
  'charged-each': 'Charged each time',
  'charged-each-fee': 'Charged each time, and the processing fee',
  'charged-all': 'Charged altogether',
  'charged-all-fee': 'Charged altogether, and the processing fee',
  altogether: { one: 'One gift', other: '{count} gifts together' },
  support: 'Support for the platform',
  fee: 'Processing fee',
  'and-fee': '{amount} and the processing fee',
  'fee-covered': 'You cover it: it is added when each gift is charged',
  to: 'To',
  level: 'Giving level',
  chosen: 'Chosen by {product}, another each time',
  // The mark keeps the order of an English line though it may begin with an Arabic name.
  'cause-share': '\u200e{cause} ({share}%)',
  when: 'When',
  'when-day': 'Every day at {time}',
  'when-week': 'Every {weekday} at {time}',
  'when-month': 'On day {day} of each month at {time}',
  'when-month-late': 'On day {day} of each month, or its last, at {time}',
  'when-ramadan': 'On the evening of each night at {time}',
  'when-dhul-hijjah': 'On each day at {time}',
  zone: '{when} ({zone})',
  card: 'Card',
  'card-ending': 'card ending in {last4}',
  'card-any': 'card',
  until: 'Until',
  'until-ended': 'You end it',
  night: 'Night {number}',
  'gift-of-day': '{day}',
  'gift-of-ramadan': 'night {number} ({day})',
  'gift-of-dhul-hijjah': 'day {number} of Dhul Hijjah ({day})',
  'night-of': 'Night {number} of Ramadan {year} AH',
  day: 'Day {number}',
  evening: 'Evening of {day}',
  'day-of': '{number} Dhul Hijjah {year} AH',
  'waits-for-moon': 'waits for the announcement',
  'first-gifts': 'Your first gifts',
  'next-gift': 'Next gift',
  'next-gifts': 'The next gifts',
  nights: 'Your nights',
  days: 'Your days',
  'moon-ramadan':
    'Dates are expected. If Ramadan begins a day earlier or later where you are, we move your gifts with it.',
  'moon-dhul-hijjah':
    'Dates are expected. If Dhul Hijjah begins a day earlier or later where you are, we move your gifts with it.',
  'thirtieth-open':
    'If Ramadan has 29 nights, night 30 does not come and is not charged: {less} altogether instead of {more}.',
  'thirtieth-missing':
    'By the calendar this Ramadan has 29 nights: {less} altogether. If a thirtieth is announced, it is given too: {more}.',
  agreed:
    'You agreed on {day} that your card is charged for these gifts. We ask you again before {until}; without your yes nothing is charged after it.',
  'agreed-once': 'You agreed on {day} that your card is charged for these gifts, and for no others.',
  given: 'You gave',
  'given-gifts': { one: '{amount} in one gift', other: '{amount} in {count} gifts' },
  gifts: { one: 'The gift and its receipt', other: 'The gifts, each with its receipt' },
  'given-back': 'Given back in full',
  'sum-gifts': 'Gifts',
  'sum-fee': 'Processing fees you covered',
  total: 'Total charged',
  'receipts-in-account': 'Every receipt is in your account, to read and to print.',

  'confirmed.subject': '{plan}: your first gift is on {first}',
  'confirmed.subject-resting': '{plan} is set up and rests',
  'confirmed.title': 'Your giving is set up',
  'confirmed.text':
    '{salam} Thank you. Nothing has been charged today: each gift is charged on its own day, and you can change, pause or end this at any time.',
  'confirmed.text-resting': '{salam} Thank you. It rests for now: nothing is charged until you let it go on.',

  'confirmed.monthly-day':
    'We write to you of these gifts once a month, not each day. Each has its receipt in your account at once.',
  'confirmed.monthly-nights':
    'We write to you of these gifts once, after the last, with all of their receipts. Each is in your account at once.',
  'confirmed.choose': 'I would rather have each receipt by mail',

  'coming.subject': 'Coming up: {amount} on {day}',
  'coming.title': 'A gift of yours is coming',
  'coming.text-asked': '{salam} {amount} will be charged to your {card} on {day}. You asked us to tell you before.',
  'coming.text-rest':
    '{salam} {amount} will be charged to your {card} on {day}. It is the first gift after a while, so we tell you before.',
  'coming.text-changed':
    '{salam} {amount} will be charged to your {card} on {day}. It is of another amount than the gift before it, so we tell you first.',
  'coming.hint':
    'You need to do nothing. To leave this one out, or to change anything, use the link below before then.',
  'coming.stop': 'Do not tell me of gifts beforehand',

  'failed.subject': 'A gift of yours could not be collected',
  'failed.title': 'A gift could not be collected',
  'failed.text-again':
    '{salam} Your bank did not let us collect your gift of {gifts}. Nothing was charged. We try again on {next}; if the card is in order, you need to do nothing.',
  'failed.text-over':
    '{salam} Your bank did not let us collect your gift of {gifts}. Nothing was charged, and we do not try this one again by ourselves.',
  'failed.text-goes-on': 'Your coming gifts go on as planned.',
  'failed.button': 'Try it now, or use another card',

  'needs-authentication.subject': 'Your bank asks whether it is you',
  'needs-authentication.title': 'Please confirm your gift with your bank',
  'needs-authentication.text':
    '{salam} Your bank wants to hear from you before it pays your gift of {gifts}. Nothing has been charged yet. The button works without logging in until {until}; after that this gift is left out.',
  'needs-authentication.button': 'Confirm with my bank',

  'needs-card.subject': 'Your giving waits for another card',
  'needs-card.title': 'Your giving waits for another card',
  'needs-card.text':
    '{salam} Your {card} can no longer be charged for this. Nothing was charged, and nothing will be until you choose another card.',
  'needs-card.button': 'Choose another card',

  'paused.subject': '{plan} is paused',
  'paused.title': 'Your giving is paused',
  'paused.text-donor':
    '{salam} You paused it. Nothing is charged until it goes on, and what falls in between is not made up for.',
  'paused.text-failures':
    '{salam} Several gifts in a row could not be collected, so we paused it rather than try again and again. Nothing is charged until you let it go on, with this card or another.',
  'paused.text-card': '{salam} It rests until you choose another card. Nothing is charged.',
  'paused.button': 'Let it go on',

  'resumed.subject': '{plan} goes on',
  'resumed.title': 'Your giving goes on',
  'resumed.text': '{salam} Your giving goes on. What fell in between was not charged and is not made up for.',

  'changed.subject': '{plan} was changed',
  'changed.title': 'Your giving was changed',
  'changed.text':
    '{salam} This is how you give from now on. If it was not you who changed it, end it below and answer this mail.',

  'cancelled.subject': '{plan} is cancelled',
  'cancelled.title': 'Your giving is cancelled',
  'cancelled.text': '{salam} Nothing more will be charged for it.',
  'cancelled.text-thanks':
    '{salam} Nothing more will be charged for it. Thank you for all that you gave; may Allah accept it from you.',

  'ended.subject': '{plan} has come to its end',
  'ended.title': 'Your giving has come to its end',
  'ended.text': '{salam} Its last day has passed, and nothing more will be charged.',
  'ended.text-charity':
    '{salam} The charity of this plan has not been verified again for six months, so the plan has ended. Nothing more will be charged. You can choose another fundraiser whenever you wish.',
  'ended.text-thanks':
    '{salam} Its last day has passed, and nothing more will be charged. Thank you; may Allah accept it from you and let it grow.',

  'missed.subject': 'We missed gifts of yours',
  'missed.title': 'We missed gifts of yours',
  'missed.text':
    '{salam} A fault on our side kept us from collecting gifts for more than two days. We are sorry. Rather than charge them late and all at once, we left them out: nothing was charged for them.',
  'missed.list': 'Left out',
  'missed.hint':
    'If you would like to give them after all, choose them in your account. Your coming gifts go on as planned.',
  'missed.button': 'Make up for them',

  'late.subject': 'Collected later than planned',
  'late.title': 'Collected later than planned',
  'late.text':
    '{salam} What is listed here could not be collected at its time, for a reason that was not yours. It was charged on {day}, in one charge, and nothing was charged twice.',
  'late.list': 'What was charged',

  'causes-closed.subject': '{plan}: what you chose has closed',
  'causes-closed.title': 'What you chose to give to has closed',
  'causes-closed.text':
    '{salam} None of the fundraisers you chose takes gifts at present, so nothing was charged. Your giving rests until you choose others.',
  'causes-closed.text-free':
    '{salam} There is no fundraiser open for your gift at present, so nothing was charged. Your giving rests until you choose one.',
  'causes-closed.list': 'You chose',
  'causes-closed.button': 'Choose others',

  'zakat-ended.subject': '{plan}: what you chose takes no zakat at present',
  'zakat-ended.title': 'What you chose is no longer verified for zakat',
  'zakat-ended.text':
    '{salam} None of the fundraisers you chose is verified for zakat and takes gifts at present, so nothing was charged. Your giving rests until you choose others. What you gave as zakat before stays zakat.',
  'zakat-ended.button': 'Choose others',

  'charity-expired.subject': '{plan}: the verification of the charity has expired',
  'charity-expired.title': 'The verification of the charity has expired',
  'charity-expired.text':
    '{salam} {charity} is not verified on our site at the moment and can’t accept new donations. Your plan continues for now. If the verification is not renewed by {day}, we’ll pause your plan and email you. You can pause it or end it at any time.',
  'charity-expired.button': 'Manage your plan',

  'charity-paused.subject': '{plan} is paused: the charity is not verified',
  'charity-paused.title': 'We’ve paused your plan',
  'charity-paused.text':
    '{salam} The charity of your plan is not verified on our site at the moment, so we’ve paused the plan. You won’t be charged. If the charity is verified again, your plan continues with its next date; nothing is collected for the time between. After six months without verification it ends.',
  'charity-paused.button': 'Manage your plan',

  'left-out.subject': '{plan}: not all that you chose takes gifts',
  'left-out.title': 'Not all that you chose takes your gifts',
  'left-out.text':
    '{salam} Your gift of {gifts} goes without what is named here, and so do those after it until it takes them again: its share goes to the others you chose. You can choose differently whenever you wish.',
  'left-out.charity': 'Its charity is not verified at present',
  'left-out.closed': 'Takes no gifts at present',
  'left-out.zakat': 'Not verified for zakat at present',
  'left-out.button': 'Choose differently',

  'disputed.subject': '{plan} rests: your bank asks for a gift back',
  'disputed.title': 'Your bank asks for a gift back',
  'disputed.text':
    '{salam} Your bank has told us that you want your gift of {gifts} back, or do not know it. So that nothing is charged against your will, your giving rests: nothing is charged until you let it go on. If this was a mistake, please tell your bank, then let it go on. If it was not you who gave, ask your bank for another card; here you need to do nothing.',
  'disputed.button': 'Let it go on',

  'moved.subject': 'New dates: {plan}',
  'moved.title': 'Your gifts have new dates',
  'moved.text':
    '{salam} The month was announced for another day than the calendar said, so your gifts move with it. Each keeps its amount.',
  'moved.list': 'The new dates',
  'moved.not-coming': 'Does not come this year and is not charged',

  'consent.subject': 'Shall your giving go on for another year?',
  'consent.title': 'Shall it go on for another year?',
  'consent.text':
    '{salam} You agreed to this on {day}. We ask each year, so that nobody gives by mere habit: please agree again by {until}. Without your yes it rests after that day, and nothing is charged.',
  'consent.subject-rests': '{plan} rests until you agree again',
  'consent.title-rests': 'Your giving rests until you agree again',
  'consent.text-rests':
    '{salam} You agreed to this for a year, and the year is over. Nothing is charged until you agree again.',
  'consent.button': 'Agree for another year',

  'summary.subject': 'Your giving in {month}: {amount}',
  'summary.title': 'Your giving in {month}',
  'summary.text': '{salam} Thank you. These gifts were charged in {month}; each has its receipt.',
  'summary.coming': 'What comes in {month}',
  'summary.coming-none': 'Nothing is planned.',
  'summary.coming-gifts': { one: 'One gift of {total}', other: '{count} gifts, {total} altogether' },
  'summary.stop': 'Do not send these summaries, or send each receipt',

  'calendar.subject-ramadan': 'Your nights of Ramadan {year}: the first is on {first}',
  'calendar.title-ramadan': 'Your nights of Ramadan',
  'calendar.text-ramadan':
    '{salam} Ramadan is near; may it reach you in good health. These are the nights you chose. Each gift is charged in the evening at {time}.',
  'calendar.subject-dhul-hijjah': 'Your days of Dhul Hijjah {year}: the first is on {first}',
  'calendar.title-dhul-hijjah': 'Your days of Dhul Hijjah',
  'calendar.text-dhul-hijjah':
    '{salam} The ten days of Dhul Hijjah are near. These are the days you chose. Each gift is charged at {time}.',

  'card-use.title': 'This card pays for',
  'card-use.last': 'Its last gift before the card ends: {amount} on {day}',
  'card-use.none': 'No gift falls before the card ends',
}
