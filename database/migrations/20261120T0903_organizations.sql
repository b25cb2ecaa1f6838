create schema organizations;

create table organizations.organization (
  id                 bigint generated always as identity primary key,
  slug               text not null unique,
  name               text not null,
  name_ar            text,
  about              text not null default '',
  country            char(2) not null,
  time_zone          text not null,                     -- IANA; end dates and tax years are read in it
  website            text,
  email              text not null,
  postal_address     text not null,                     -- as registered: receipts name it (ITR 3501, HMRC ch. 3)
  registration       text not null,                     -- "Charity no. 1098765", "EIN 12-3456789", "BN 123456789RR0001"
  receipt_regime     text not null check (receipt_regime in ('uk', 'us', 'ca', 'plain')),
  receipt_signatory  text,                              -- who signs Canadian receipts
  verified_at        timestamptz,
  created_at         timestamptz not null
);
