export const programmes = {
  'programme.FridayGivers': 'Friday Givers',
  'programme.FridayGivers-lead': 'A gift every Friday, the best of days. Set once, given all year.',
  'programme.DailyGivers': 'Daily Givers',
  'programme.DailyGivers-lead':
    '“The deeds most loved by Allah are those done steadily, though they be few” (al-Bukhari and Muslim).',
  'programme.Ramadan30Nights': 'Ramadan, night by night',
  'programme.Ramadan30Nights-lead':
    'Choose your nights once. Each gift is made in its own night, also when you are in prayer.',
  'programme.DhulHijjah': 'The ten days of Dhul Hijjah',
  'programme.DhulHijjah-lead':
    'A gift on each of the best days of the year, with more on the day of Arafah if you wish.',
  'programme.index-title': 'Giving on a schedule',
  'programme.index-lead': 'Choose a rhythm. We give in your name at its hour, and tell you each month what was given.',
  'programme.begin': 'Begin',
  'programme.begin-named': 'Begin: {programme}',
  'programme.not-yet': 'Rhythms you have not begun yet',
  'programme.all-programmes': 'All programmes',
  'programme.signed-up-short': 'You give by this',
} as const
