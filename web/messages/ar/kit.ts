import type { Catalogue } from '#shared/text.ts'

export const kit = {
  'kit.title': 'عناصر التصميم',
  'kit.lead':
    'كل عنصر في كل حال. بدّل الفاتح والداكن واللغة من الإطار حوله؛ ومرّر المؤشر على عنصر واضغطه وتنقّل بمفتاح Tab للمقارنة.',
  'kit.buttons': 'الأزرار',
  'kit.fields': 'الحقول',
  'kit.amounts': 'المبالغ والأعداد',
  'kit.choices': 'الاختيارات',
  'kit.pinned': 'تحت المؤشر، وبلوحة المفاتيح',
  'kit.hover': 'تحت المؤشر',
  'kit.focus': 'بلوحة المفاتيح',
  'kit.progress': 'التقدم والعلامات',
  'kit.states': 'التحميل والفراغ والتنبيه',
  'kit.summary': 'ملخص الأخطاء',
  'kit.layers': 'الطبقات',
  'kit.cards': 'البطاقات',
  'kit.busy': 'مشغول',
  'kit.disabled': 'معطّل',
  'kit.send': 'أرسل مع خطأ',
  'kit.dialog': 'نافذة',
  'kit.drawer': 'درج',
  'kit.toast': 'إشعار',
} as const satisfies Catalogue
