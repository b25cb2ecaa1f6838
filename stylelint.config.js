import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Each style sheet of a feature owns one class prefix: its classes are `prefix` and `prefix-…`. Its selectors may name
 * its own classes and those of the UI kit (`web/styles/kit/`), nothing else (docs/adr/0069).
 */
const prefixes = {
  'causes/campaign-card': 'campaign-card',
  'causes/campaign': 'campaign-page',
  'causes/discover': 'discover',
  'causes/featured': 'featured',
  'causes/heart': 'heart',
  'causes/home': 'home',
  'causes/organization': 'organization',
  'causes/section': 'section',
  'causes/share': 'share',
  'causes/story': 'story',
  'faith/zakat': 'zakat',
  'money/basket-item': 'item',
  'money/basket': 'basket',
  'money/checkout': 'checkout',
  'money/document': 'document',
  'money/gift': 'gift',
  'money/refund': 'refund',
  'money/saved-card': 'saved-card',
  'money/staff': 'staff',
  'organizers/chart': 'chart',
  'organizers/claim': 'claim',
  'organizers/comment': 'comment',
  'organizers/copy': 'copy',
  'organizers/dashboard': 'dashboard',
  'organizers/editor': 'editor',
  'organizers/offline': 'offline',
  'organizers/organize': 'organize',
  'organizers/own-charity': 'own-charity',
  'organizers/preview': 'preview',
  'organizers/referral': 'referral',
  'organizers/table': 'table',
  'platform/address': 'address',
  'platform/login': 'login',
  'platform/mail': 'mail',
  'platform/security': 'security',
  'platform/site': 'site',
  'recurring/cause': 'cause',
  'recurring/night': 'night',
  'recurring/plan-calendar': 'calendar',
  'recurring/plan': 'plan',
  'recurring/programme': 'programme',
  'recurring/wizard': 'wizard',
  'trust/desk': 'desk',
  'trust/privacy': 'privacy',
}

const kitFolder = path.join(import.meta.dirname, 'web/styles/kit')
const kit = new Set(
  readdirSync(kitFolder).flatMap((file) =>
    [...readFileSync(path.join(kitFolder, file), 'utf8').matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name),
  ),
)

export default {
  reportNeedlessDisables: true,
  rules: {
    'at-rule-no-unknown': true,
    'block-no-empty': true,
    'color-no-invalid-hex': true,
    'custom-property-pattern': '^[a-z][a-z0-9-]*$',
    'declaration-block-no-duplicate-properties': [true, { ignore: ['consecutive-duplicates-with-different-values'] }],
    'declaration-block-no-shorthand-property-overrides': true,
    'declaration-no-important': true,
    'layer-name-pattern': '^(tokens|reset|kit|features|utilities)$',
    'media-feature-range-notation': 'context',
    'no-duplicate-at-import-rules': true,
    'no-invalid-position-at-import-rule': true,
    // Sides are logical, so that one style sheet serves both directions of reading.
    'property-disallowed-list': [
      '/^(margin|padding|border)-(left|right|top|bottom)/',
      '/^(left|right|top|bottom|float|clear)$/',
      '/^(min-|max-)?(width|height)$/',
    ],
    'property-no-unknown': true,
    'selector-max-id': 0,
    'selector-max-specificity': '0,5,1',
    'selector-pseudo-class-no-unknown': true,
    'selector-pseudo-element-no-unknown': true,
    'selector-type-no-unknown': true,
    'unit-no-unknown': true,
  },
  overrides: Object.entries(prefixes).map(([sheet, prefix]) => ({
    files: [`web/styles/${sheet}.css`],
    rules: {
      'selector-class-pattern': [
        `^(${prefix}(-[a-z0-9_-]+)?|${[...kit].join('|')})$`,
        { message: `Write .${prefix}-… or a class of the UI kit (docs/adr/0069)` },
      ],
    },
  })),
}
