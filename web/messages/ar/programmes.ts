import type { Catalogue } from '#shared/text.ts'

export const programmes = {
  'programme.FridayGivers': 'عطاء الجمعة',
  'programme.FridayGivers-lead': 'تبرع كل جمعة، خير الأيام. تضبطه مرة ويستمر طوال العام.',
  'programme.DailyGivers': 'العطاء اليومي',
  'programme.DailyGivers-lead': '«أحبّ الأعمال إلى الله أدومها وإن قلّ» (متفق عليه).',
  'programme.Ramadan30Nights': 'رمضان ليلةً ليلة',
  'programme.Ramadan30Nights-lead': 'اختر لياليك مرة واحدة، فيُؤدّى كل تبرع في ليلته ولو كنت في صلاتك.',
  'programme.DhulHijjah': 'عشر ذي الحجة',
  'programme.DhulHijjah-lead': 'تبرع في كل يوم من خير أيام السنة، وزيادة في يوم عرفة إن شئت.',
  'programme.index-title': 'العطاء المجدول',
  'programme.index-lead': 'اختر إيقاعك. نعطي عنك في موعده، ونخبرك كل شهر بما أُعطي.',
  'programme.begin': 'ابدأ',
  'programme.begin-named': 'ابدأ: {programme}',
  'programme.not-yet': 'برامج لم تبدأها بعد',
  'programme.all-programmes': 'كل البرامج',
  'programme.signed-up-short': 'أنت مشترك',
} as const satisfies Catalogue
