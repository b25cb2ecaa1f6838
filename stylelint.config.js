import { globSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Each style sheet of a feature owns one class prefix, its own name or the one in this list: its classes are `prefix`
 * and `prefix-…`. Its selectors may name its own classes and those of the UI kit (`web/styles/kit/`), nothing else
 * (docs/adr/0037).
 */
const prefixes = {
  campaign: 'campaign-page',
  'charity-payouts': 'charity',
  'checkout-phone': 'checkout',
  'deeds-badge': 'deeds',
  'deeds-figure': 'deeds',
  'deeds-page': 'deeds',
  'staff-payouts': 'payout',
  'zakat-account': 'zakat',
  'basket-item': 'item',
  'plan-calendar': 'calendar',
}

const sheets = globSync('web/features/**/*.css', { cwd: import.meta.dirname })

const kitFolder = path.join(import.meta.dirname, 'web/styles/kit')
const kit = new Set(
  readdirSync(kitFolder).flatMap((file) =>
    [...readFileSync(path.join(kitFolder, file), 'utf8').matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name),
  ),
)

const prefixOf = (sheet) => prefixes[path.parse(sheet).name] ?? path.parse(sheet).name

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
    'selector-max-specificity': '0,4,0',
    'selector-pseudo-class-no-unknown': true,
    'selector-pseudo-element-no-unknown': true,
    'selector-type-no-unknown': true,
    'unit-no-unknown': true,
  },
  overrides: sheets.map((sheet) => ({
    files: [sheet],
    rules: {
      'selector-class-pattern': [
        `^(${prefixOf(sheet)}(-[a-z0-9_-]+)?|${[...kit].join('|')})$`,
        { message: `Write .${prefixOf(sheet)}-… or a class of the UI kit (docs/adr/0037)` },
      ],
    },
  })),
}
