const markup = /<\/?(p|br|strong|b|em|i|ul|ol|li|h[1-4]|blockquote|a|img|iframe)\b[^>]*>/i
const escapes: readonly (readonly [string, string])[] = [
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
]

/** Converts a story for a plain text field: paragraphs separated by empty lines or, if it has more markup, its HTML. */
export function storyToPlainText(html: string): string {
  const inner = html.replace(/<p>([\s\S]*?)<\/p>/g, '$1\n\n').replace(/<br\s*\/?>/g, '\n')
  if (markup.test(inner)) return html
  return escapes.reduceRight((text, [written, sign]) => text.replaceAll(written, sign), inner).trim()
}

/**
 * Converts the text of a plain field to HTML: unchanged if it has elements, otherwise a paragraph for each block of
 * lines.
 */
export function plainTextToStory(text: string): string {
  if (markup.test(text)) return text
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(
      (paragraph) =>
        `<p>${escapes
          .slice(0, 3)
          .reduce((safe, [written, sign]) => safe.replaceAll(sign, written), paragraph)
          .replaceAll('\n', '<br />')}</p>`,
    )
    .join('')
}
