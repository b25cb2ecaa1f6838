import type { Catalogue } from '#shared/text.ts'

export const kit = { 'kit.title': 'عناصر التصميم', 'kit.lead': 'كل عنصر في كل حال. بدّل الفاتح والداكن واللغة من الإطار حوله.' } as const satisfies Catalogue
