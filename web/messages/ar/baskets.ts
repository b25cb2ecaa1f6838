import type { Catalogue } from '#shared/text.ts'

export const baskets = {
  'item.page-title': 'أضف إلى السلة: {campaign}',
  'item.edit-title': 'عدّل تبرعك: {campaign}',
  'item.add': 'أضف {amount} إلى السلة',
  'item.update': 'تحديث',
  'item.saving': 'جارٍ الحفظ …',
  'item.needs-address': 'للمتابعة أكمل عنوان منزلك: تحتاج إليه Gift Aid والإيصالات الضريبية.',
  'item.maximize-hint': 'تضيف رسوم مزوّد الدفع ليُحتسب {gift} كله زكاة. وتعرض السلة مقدارها.',
  'item.sealed': 'ما كتبته من قبل محفوظ مختومًا. اتركه فارغًا ليبقى كما هو.',
  'item.added': 'أُضيف {amount} إلى السلة',
  'item.added-detail': 'أُضيفت الحملة بنجاح',
  'item.updated': 'حُدِّث ما في السلة',
  'item.not-added': 'تعذّرت الإضافة إلى السلة',
  'item.not-updated': 'تعذّر تحديث ما في السلة',
  'item.missing': 'تعذّر العثور على السلة أو بيانات الحملة.',
  'item.levels-failed': 'خطأ في جلب مستويات العطاء للحملة: {message}',
  'item.view-basket': 'عرض السلة',
  'item.undo': 'تراجع',
  'item.undone': 'أُخرج من سلتك',
  'item.not-undone': 'تعذّر إخراجه. انظر إلى سلتك من فضلك.',
} as const satisfies Catalogue
