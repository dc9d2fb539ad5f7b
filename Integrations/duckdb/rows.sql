-- Loads a run into tables: the rows of `lifecheck -f jsonl` and the rules of `lifecheck rules --format json`.
--
--     lifecheck --no-config -f jsonl farm > rows.jsonl
--     lifecheck rules --format json > rules.json
--     duckdb farm.db -c ".read rows.sql" -c ".read questions.sql" -c "from broken_more_often"
--
-- For files with other names, set the variables `rows` and `rules` first: set variable rows = 'other.jsonl'.

create or replace temp table read_rows as
select * from read_json(
  coalesce(getvariable('rows'), 'rows.jsonl'),
  format = 'newline_delimited',
  columns = {
    kind: 'VARCHAR', log: 'VARCHAR',
    checked: 'BOOLEAN', problem: 'VARCHAR', rulebook: 'VARCHAR', lines: 'BIGINT', events: 'BIGINT', sessions: 'BIGINT',
    unreadable: 'BIGINT', losses: 'BIGINT', notObservable: 'BIGINT', version: 'VARCHAR',
    rule: 'VARCHAR', severity: 'VARCHAR', verdict: 'VARCHAR', violated: 'BIGINT', held: 'BIGINT', inconclusive: 'BIGINT',
    suppressed: 'JSON', known: 'JSON',
    fingerprint: 'VARCHAR', number: 'BIGINT', subject: 'MAP(VARCHAR, VARCHAR)', path: 'VARCHAR', line: 'BIGINT',
    "column": 'BIGINT', event: 'VARCHAR', time: 'VARCHAR', message: 'VARCHAR', state: 'MAP(VARCHAR, VARCHAR)',
    repeats: 'BIGINT', related: 'STRUCT(role VARCHAR, path VARCHAR, line BIGINT, event VARCHAR, label VARCHAR)[]'
  });

-- The value of `key=value` in the name of a log: app=Sketchpad/version=4.3/os=18.1/device=iPhone15,2/0001.log
create or replace macro part_of_name(log, key) as
  nullif(regexp_extract(log, '(?:^|/)' || key || '=([^/]+)', 1), '');

-- If the names have no such parts, fill the columns from your own list: update logs set app = m.app from read_csv('m.csv') m ...
create or replace table logs as
select
  log, part_of_name(log, 'app') as app, part_of_name(log, 'version') as app_version, part_of_name(log, 'os') as os,
  part_of_name(log, 'device') as device, checked, problem, rulebook, lines, events, sessions, unreadable, losses,
  notObservable as not_observable, version as lifecheck_version
from read_rows where kind = 'log';

create or replace table verdicts as
select
  log, rule, severity, verdict, violated, held, inconclusive, suppressed::BIGINT as suppressed, known::BIGINT as known
from read_rows where kind = 'verdict';

create or replace table violations as
select
  log, rule, severity, fingerprint, number, subject, suppressed::BOOLEAN as suppressed, known::BOOLEAN as known, path, line,
  "column", event, time, message, state, repeats, related
from read_rows where kind = 'violation';

create or replace table rules as
select distinct r.ruleId as rule, r.severity as severity, r.rulebook as rulebook
from (
  select unnest(rules) as r
  from read_json(
    coalesce(getvariable('rules'), 'rules.json'),
    columns = {rules: 'STRUCT(ruleId VARCHAR, severity VARCHAR, rulebook VARCHAR)[]'}, maximum_object_size = 100000000)
);

drop table read_rows;
