import { sql } from 'kysely'
import type { Ports } from '#shared/ports.ts'
import { canReceive } from './search.ts'
import '../tables.ts'

export type SuggestedCampaign = {
  readonly kind: 'fundraiser' | 'general-fund'
  readonly slug: string
  readonly name: string
  readonly language: string
  readonly organization: string
  readonly organizationAr: string | null
}

/** Maximum number of candidates that are ranked. A prefix that more have isn't specific enough. */
const weighedMax = 100
/** A last word is completed with the known words that begin with it, the shortest first. */
const wordsMax = 20

/**
 * Returns campaigns and charities whose title, charity, cause or place has the words of `text`, of which the last may
 * be unfinished: best first, at most `limit`.
 */
export async function suggestCampaigns(ports: Ports, text: string, limit: number): Promise<SuggestedCampaign[]> {
  const query = sql`
    (
      select to_tsquery('discovery.words', string_agg('(' || word || ')', ' & ' order by place))
      from (
        select
          w.place,
          case
            when w.place < count(*) over () then quote_literal(w.word)
            else coalesce(
              (
                select string_agg(quote_literal(known.word), ' | ')
                from (
                  select k.word
                  from discovery.word k
                  where k.word like w.word || '%'
                  order by length(k.word), k.word
                  limit ${wordsMax}
                ) known
              ),
              quote_literal(w.word) || ':*'
            )
            end as word
        from unnest(string_to_array(discovery.normalize(${text}), ' '))
        with ordinality w(word, place)
        where w.word <> ''
        order by w.place
        limit 8
      ) words
    )
  `
  const { rows } = await sql<SuggestedCampaign>`
    with
      search as materialized (select ${query} as query),
      found as materialized (
        select d.campaign_id, d.kind, d.head, d.created_at
        from discovery.document d
        where d.head @@ (select query from search)
          and discovery.is_expensive(d.head)
          and d.status = 1
          and d.ends_at > ${ports.clock()}
          and ${canReceive(ports.clock())}
        limit ${weighedMax}
      )
    select f.kind, c.slug, c.name, c.language, o.name as organization, o.name_ar as "organizationAr"
    from found f
    join campaigns.campaign c on c.id = f.campaign_id
    join organizations.organization o on o.id = c.organization_id
    order by
      ts_rank('{0.05, 0.25, 0.4, 1}', f.head, (select query from search), 1) desc,
      f.created_at desc,
      f.campaign_id
    limit ${limit}
  `.execute(ports.db)
  return rows
}
