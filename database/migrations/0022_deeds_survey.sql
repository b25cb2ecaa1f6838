-- Survey responses about Deeds: one per account and year, which the donor can replace.
create table deeds.survey_answer (
  account_id  uuid        not null references identity.account,
  hijri_year  smallint    not null check (hijri_year between 1300 and 1600),
  rating      smallint    not null check (rating between 1 and 5),
  comment     text        not null check (length(comment) <= 1000),
  answered_at timestamptz not null,
  primary key (account_id, hijri_year)
);
create index survey_answer_by_year on deeds.survey_answer (hijri_year, answered_at desc);
