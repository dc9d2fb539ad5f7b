# An image with the static binary:
#
#     docker build -t lifecheck .
#     docker run --rm -v "$PWD:/logs" lifecheck trace.log
FROM swift:6.3 AS build
COPY . /source
WORKDIR /source
RUN Scripts/prepare && \
    swift build --configuration release --product lifecheck -Xswiftc -static-executable -Xlinker -s && \
    cp "$(swift build --configuration release --product lifecheck -Xswiftc -static-executable -Xlinker -s --show-bin-path)/lifecheck" /lifecheck

# Debian, for the programs that decompress logs.
FROM debian:stable-slim
RUN apt-get update && \
    apt-get install -y --no-install-recommends xz-utils zstd bzip2 && \
    rm -rf /var/lib/apt/lists/*
COPY --from=build /lifecheck /usr/local/bin/lifecheck
WORKDIR /logs
USER nobody
ENTRYPOINT ["lifecheck"]
CMD ["--help"]
