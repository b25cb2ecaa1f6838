/** Styles of mails: the light colours of `tokens.css`, inlined because mail clients don't support custom properties. */
export const styles = {
  page: "margin:0;padding:0 12px;background:#F5F7F5;color:#141917;font-family:Figtree,Vazirmatn,system-ui,-apple-system,'Segoe UI',Tahoma,Arial,sans-serif;font-size:16px;line-height:1.6",
  brand: 'padding:32px 0 20px;text-align:center;color:#2C633D;font-size:18px;font-weight:650',
  band: 'padding:20px 24px;text-align:center;font-size:18px;font-weight:650;border-radius:20px 20px 0 0',
  card: 'padding:32px;background:#FFFFFF;border:1px solid #D7DCD8;border-radius:20px',
  title: 'margin:0 0 16px;font-size:24px;line-height:1.35;font-weight:600;color:#141917',
  text: 'margin:0 0 16px;color:#141917',
  small: 'margin:0 0 12px;color:#626963;font-size:13px;line-height:1.55',
  amount: 'padding:20px 24px;background:#DCF4E2;color:#235232;border-radius:14px',
  figure: 'font-size:30px;line-height:1.3;font-weight:650;font-variant-numeric:tabular-nums',
  heading: 'margin:24px 0 4px;font-size:14px;font-weight:600;color:#4C534D',
  label: 'padding:10px 0;border-bottom:1px solid #EAEEEB;color:#4C534D;vertical-align:top',
  value:
    'padding:10px 0;padding-inline-start:16px;border-bottom:1px solid #EAEEEB;vertical-align:top;font-variant-numeric:tabular-nums',
  button: 'background:#2C633D;border-radius:14px',
  link: 'display:inline-block;padding:12px 22px;color:#FFFFFF;font-weight:650;text-decoration:none',
  quiet: 'color:#2C633D;font-weight:600;text-decoration:underline',
  foot: 'padding:24px 20px 48px;color:#626963;font-size:13px;line-height:1.55;text-align:center',
} as const

const dark: Partial<Record<keyof typeof styles, string>> = {
  page: 'background:#0E1311;color:#EEF2EF',
  brand: 'color:#67C082',
  card: 'background:#151B18;border-color:#2B3530',
  title: 'color:#EEF2EF',
  text: 'color:#EEF2EF',
  small: 'color:#97A19A',
  amount: 'background:#18301F;color:#BCE8C6',
  heading: 'color:#B9C2BC',
  label: 'color:#B9C2BC;border-color:#2B3530',
  value: 'border-color:#2B3530',
  button: 'background:#67C082',
  link: 'color:#0F2516',
  quiet: 'color:#67C082',
  foot: 'color:#97A19A',
}
const important = (declarations: string) => declarations.replace(/(;|$)/g, '!important$1')

/** Styles for clients that support them: dark colours, and wider text on a phone. An amount in millions still fits. */
export const darkStyle =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  `@media (prefers-color-scheme:dark){${Object.entries(dark)
    .map(([name, declarations]) => `.${name}{${important(declarations)}}`)
    .join('')}}` +
  '@media (max-width:480px){.card{padding:24px 20px!important}.amount{padding:16px!important}.figure{font-size:5.6vw!important}}'

const grain = (radius: string) =>
  `<td style="width:9px;height:11px;padding:0;background:#DA9D0D;border-radius:${radius};font-size:0;line-height:0">&nbsp;</td>`
const pairOfGrains = `<tr>${grain('0 10px 0 10px')}${grain('10px 0 10px 0')}</tr>`

/**
 * The logo, drawn with table cells, because mail clients hide pictures and many drop SVG. Not mirrored in right-to-left
 * languages.
 */
export const mark = `<table role="presentation" aria-hidden="true" dir="ltr" align="center" cellpadding="0" cellspacing="2" border="0" style="margin:0 auto 10px">${pairOfGrains.repeat(3)}</table>`
