-- Ten questions about a fleet of logs. Load the tables first, with rows.sql or parquet.sql.
--
-- A share always counts only the logs in which the rule was tested. A log that does not exercise a rule says nothing about it.

create or replace macro is_tested(verdict) as verdict in ('violated', 'held', 'inconclusive');

-- 4.10 is after 4.9.
create or replace macro version_order(version) as
  list_transform(string_split(version, '.'), lambda part: coalesce(try_cast(part as integer), 0));

create or replace view tested as
select v.log, v.rule, v.severity, v.verdict, v.violated, l.app, l.app_version, l.os, l.device
from verdicts v join logs l on v.log = l.log
where is_tested(v.verdict);

-- 1. Which rules are broken more often in a version of an app than in the one before?
create or replace view broken_more_often as
with shares as (
  select app, app_version, rule, count(*) as tested, count(*) filter (verdict = 'violated') as broken
  from tested group by all
), steps as (
  select
    *, broken / tested as share,
    lag(app_version) over earlier as earlier_version, lag(broken / tested) over earlier as earlier_share
  from shares
  window earlier as (partition by app, rule order by version_order(app_version))
)
select app, rule, earlier_version, earlier_share, app_version, share, broken, tested
from steps where share > earlier_share
order by share - earlier_share desc, app, rule, app_version;

-- 2. On which devices is a rule broken most often?
create or replace view broken_by_device as
select
  app, rule, device, count(*) filter (verdict = 'violated') as broken, count(*) as tested,
  count(*) filter (verdict = 'violated') / count(*) as share
from tested group by app, rule, device having broken > 0
order by share desc, tested desc, app, rule, device;

-- 3. With which versions of the system?
create or replace view broken_by_os as
select
  app, rule, os, count(*) filter (verdict = 'violated') as broken, count(*) as tested,
  count(*) filter (verdict = 'violated') / count(*) as share
from tested group by app, rule, os having broken > 0
order by share desc, tested desc, app, rule, os;

-- 4. Which version of the app has a violation first?
create or replace view first_version as
select
  l.app, v.rule, v.fingerprint, arg_min(l.app_version, version_order(l.app_version)) as first_version,
  count(distinct v.log) as logs
from violations v join logs l on v.log = l.log
where l.app_version is not null
group by l.app, v.rule, v.fingerprint
order by l.app, version_order(first_version), v.rule, v.fingerprint;

-- 5. Which violations of earlier versions are gone in the newest one, although their rule held there? They may be fixed.
create or replace view gone as
with newest as (
  select app, max_by(app_version, version_order(app_version)) as app_version from logs
  where app_version is not null group by app
), found as (
  select distinct l.app, l.app_version, v.rule, v.fingerprint
  from violations v join logs l on v.log = l.log
)
select f.app, f.rule, f.fingerprint, max_by(f.app_version, version_order(f.app_version)) as last_version
from found f join newest n on f.app = n.app
where exists (
    from tested t where t.app = f.app and t.app_version = n.app_version and t.rule = f.rule and t.verdict = 'held')
group by f.app, f.rule, f.fingerprint, n.app_version
having not bool_or(f.app_version = n.app_version)
order by f.app, f.rule, f.fingerprint;

-- 6. Which rules can never be checked, because no log records their events? Only rulebooks against which a log was checked count.
create or replace view never_observable as
select rule, severity from rules
where rulebook in (select rulebook from logs) and rule not in (select rule from verdicts) order by rule;

-- 7. Which rules could be checked, but no log exercises them?
create or replace view never_tested as
select rule, any_value(severity) as severity, count(*) as logs
from verdicts group by rule having not bool_or(is_tested(verdict)) order by rule;

-- 8. Which violations occur in most logs?
create or replace view most_frequent as
select
  v.rule, v.severity, v.fingerprint, any_value(v.subject) as subject, count(distinct v.log) as logs,
  count(*) + sum(v.repeats) as lines, min(v.log) as example
from violations v where not v.suppressed and not v.known
group by v.rule, v.severity, v.fingerprint
order by logs desc, lines desc, v.rule, v.fingerprint;

-- 9. Which rules hold in some logs of a version and are broken in others? These faults depend on the course of events.
create or replace view unsteady as
select
  app, app_version, rule, count(*) filter (verdict = 'held') as held, count(*) filter (verdict = 'violated') as broken
from tested group by app, app_version, rule having held > 0 and broken > 0
order by least(held, broken) desc, app, app_version, rule;

-- 10. Which logs were not checked, or are incomplete?
create or replace view doubtful_logs as
select log, app, app_version, problem, unreadable, losses
from logs where not checked or unreadable > 0 or losses > 0
order by log;
