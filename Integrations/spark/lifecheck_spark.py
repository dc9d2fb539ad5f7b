"""Checks a fleet of logs with lifecheck on a Spark cluster, and writes tables.

    spark-submit lifecheck_spark.py [options] LOGS TABLES [-- options of lifecheck]

LOGS is a folder that all executors can read (hdfs:, s3a:, file:). Each log is read whole by one executor. TABLES gets four tables
in Parquet: `logs`, `verdicts` (of rules that are observable), `violations` and `rules`. The first three are partitioned by the
app and its version, which are parts of the path of a log:

    LOGS/app=Sketchpad/version=4.3/os=18.1/device=iPhone15,2/0001.log

The program `lifecheck` must be on the PATH of the executors, or be sent to them: `spark-submit --files ./lifecheck ...`. The
executors need pyarrow. If a task is lost with its executor, Spark runs it again, and only one result counts.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from urllib.parse import unquote

TEXTS = "map<string,string>"
LOG = (
    "log string, checked boolean, problem string, rulebook string, lines bigint, events bigint, sessions bigint, "
    "unreadable bigint, losses bigint, notObservable bigint, version string"
)
VERDICT = (
    "log string, rule string, severity string, verdict string, violated bigint, held bigint, inconclusive bigint, "
    "suppressed bigint, known bigint"
)
VIOLATION = (
    f"log string, rule string, severity string, fingerprint string, number bigint, subject {TEXTS}, suppressed boolean, "
    "known boolean, path string, line bigint, column bigint, event string, time string, message string, "
    f"state {TEXTS}, repeats bigint, "
    "related array<struct<role:string,path:string,line:bigint,event:string,label:string>>"
)


class Failure(Exception):
    """A reason for the user, without a traceback."""


def program(name):
    """The path of lifecheck on this executor."""
    from pyspark import SparkFiles

    try:
        sent = SparkFiles.get(os.path.basename(name))
    except Exception:
        sent = ""
    if os.path.isfile(sent):
        if os.access(sent, os.X_OK):
            return sent
        # A file that Spark copies may lose the right to be executed.
        copy = os.path.join(tempfile.mkdtemp(prefix="lifecheck-"), "lifecheck")
        shutil.copy(sent, copy)
        os.chmod(copy, 0o755)
        return copy
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(name)
    return found


def run(arguments, text=None):
    """The standard output of a run of lifecheck. Its exit status 1 or 2 is a result like any other if it wrote rows."""
    done = subprocess.run(arguments, input=text, capture_output=True)
    if done.returncode not in (0, 1, 2) or (done.returncode == 2 and not done.stdout):
        reason = done.stderr.decode(errors="replace").strip() or f"exit status {done.returncode}"
        raise RuntimeError(f"lifecheck: {reason}")
    return done.stdout


def checker(name, options):
    """A function that checks the logs of some batches, for `mapInArrow`: from (path, content) to (kind, row)."""

    def check(batches):
        import pyarrow

        lifecheck = program(name)
        for batch in batches:
            with tempfile.TemporaryDirectory(prefix="lifecheck-") as folder:
                names = []
                columns = zip(batch.column("path").to_pylist(), batch.column("content").to_pylist())
                for number, (path, content) in enumerate(columns):
                    # The end of the name tells lifecheck how the log is compressed.
                    file = os.path.join(folder, f"{number}-{os.path.basename(path)[-100:]}")
                    with open(file, "wb") as output:
                        output.write(content or b"")
                    names.append(f"{file}\t{path}\n")
                arguments = [lifecheck, "--no-config", "-j", "1", "-f", "jsonl", "--files-from", "-", *options]
                rows = run(arguments, "".join(names).encode()).splitlines()
            kinds = [json.loads(row)["kind"] for row in rows]
            if "error" in kinds:
                raise RuntimeError("lifecheck: " + "; ".join(mistakes(rows)))
            yield pyarrow.RecordBatch.from_arrays(
                [pyarrow.array(kinds, pyarrow.string()), pyarrow.array([row.decode() for row in rows], pyarrow.string())],
                names=["kind", "row"],
            )

    return check


def rules(name, options):
    """The rules of the rulebooks, by asking lifecheck on one executor."""

    def ask(_):
        chosen = []
        for place, option in enumerate(options):
            if option == "--rulebook":
                chosen += options[place : place + 2]
            elif option.startswith("--rulebook="):
                chosen.append(option)
        lifecheck = program(name)
        listed = json.loads(run([lifecheck, "rules", "--no-config", "--format", "json", *chosen]))
        yield [(rule["ruleId"], rule["severity"], rule["rulebook"]) for rule in listed["rules"]]

    return ask


def mistakes(rows):
    """The messages of the rows about mistakes in options or rulebooks."""
    errors = [row["error"] for row in map(json.loads, rows) if row["kind"] == "error"]
    return [": ".join(filter(None, [error["message"], error["label"], error["help"]])) for error in errors]


def try_program(spark, name, options):
    """Stops early if the executors cannot run lifecheck with the options."""

    def attempt(_):
        try:
            rows = run([program(name), "--no-config", "-f", "jsonl", *options, "-"], b"").splitlines()
            yield "; ".join(mistakes(rows))
        except (OSError, RuntimeError) as error:
            yield f"`{name}` cannot be run: {error}"

    parallel = spark.sparkContext.defaultParallelism
    found = spark.sparkContext.parallelize(range(parallel), parallel).mapPartitions(attempt).collect()
    bad = [text for text in found if text]
    if bad:
        raise Failure(
            f"lifecheck fails on {len(bad)} of {len(found)} tasks: {bad[0]}\n"
            "(install lifecheck on all executors, or send it: spark-submit --files PATH/lifecheck ...)"
        )


def empty_logs(spark, logs):
    """The empty files, which Spark leaves out. They get a row like any other log that cannot be checked."""
    read = {row.path for row in logs.select("path").toLocalIterator()}
    files = (unquote(file).replace("file:///", "file:/", 1) for file in logs.inputFiles())
    rows = [(file, bytearray()) for file in files if file not in read]
    return spark.createDataFrame(rows, "path string, content binary")


def write_tables(spark, arguments):
    from pyspark.sql import functions as F

    try_program(spark, arguments.program, arguments.options)
    asking = rules(arguments.program, arguments.options)
    asked = spark.sparkContext.parallelize([0], 1).mapPartitions(asking).first()
    logs = (
        spark.read.format("binaryFile")
        .option("recursiveFileLookup", "true")
        .option("pathGlobFilter", arguments.glob)
        .load(arguments.logs)
    )
    logs = logs.select("path", "content").union(empty_logs(spark, logs))
    count = spark.sparkContext.defaultParallelism * 4
    check = checker(arguments.program, arguments.options)
    checked = logs.repartition(max(count, 1), "path").mapInArrow(check, "kind string, row string")
    # The logs are checked once; the three tables are made of these rows.
    stored = arguments.tables.rstrip("/") + "/_rows"
    checked.write.mode("overwrite").partitionBy("kind").parquet(stored)
    rows = spark.read.schema("row string, kind string").parquet(stored)

    def part(key):
        found = F.regexp_extract("log", f"(?:^|/){key}=([^/]+)", 1)
        return F.when(found != "", found)

    def table(kind, schema):
        rows_of_kind = rows.where(F.col("kind") == kind)
        read = rows_of_kind.select(F.from_json("row", schema).alias("r")).select("r.*")
        if kind == "log":
            read = read.withColumnsRenamed({"version": "lifecheck_version", "notObservable": "not_observable"})
            read = read.withColumns({"os": part("os"), "device": part("device")})
        return read.withColumns({"app": part("app"), "app_version": part("version")})

    for name, kind, schema in [
        ("logs", "log", LOG),
        ("verdicts", "verdict", VERDICT),
        ("violations", "violation", VIOLATION),
    ]:
        written = table(kind, schema).repartition("app", "app_version")
        written.write.mode("overwrite").partitionBy("app", "app_version").parquet(f"{arguments.tables}/{name}")
    found = spark.createDataFrame(sorted(set(asked)), "rule string, severity string, rulebook string")
    found.coalesce(1).write.mode("overwrite").parquet(f"{arguments.tables}/rules")
    path = spark.sparkContext._jvm.org.apache.hadoop.fs.Path(stored)
    path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration()).delete(path, True)
    return {name: spark.read.parquet(f"{arguments.tables}/{name}").count() for name in ("logs", "verdicts", "violations")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], usage=__doc__.split("\n")[2].strip())
    parser.add_argument("logs", help="the folder of the logs")
    parser.add_argument("tables", help="the folder for the tables, which are replaced")
    parser.add_argument("--glob", default="*", help="the names of the logs in that folder (default: all)")
    parser.add_argument("--batch", type=int, default=250, help="the number of logs of one run of lifecheck (default: 250)")
    parser.add_argument("--program", default="lifecheck", help="the name or path of lifecheck on the executors")
    own, others = sys.argv[1:], []
    if "--" in own:
        place = own.index("--")
        own, others = own[:place], own[place + 1 :]
    arguments = parser.parse_args(own)
    arguments.options = others

    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.appName("lifecheck")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", str(arguments.batch))
        .getOrCreate()
    )
    problem = None
    try:
        counts = write_tables(spark, arguments)
    except Failure as failure:
        problem = failure
    finally:
        spark.stop()
    # Written last, so that it is not lost in Spark's own messages.
    if problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
