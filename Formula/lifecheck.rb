# A formula for Homebrew. Scripts/release fills in the version and the checksum.
class Lifecheck < Formula
  desc "Checks life-cycle logs of mobile apps against the guidance of their platform"
  homepage "HOMEPAGE"
  url "HOMEPAGE/releases/download/vVERSION/lifecheck-VERSION.tar.gz"
  sha256 "CHECKSUM"
  license "MIT"

  depends_on xcode: ["26.0", :build] if OS.mac?
  depends_on "libyaml"

  uses_from_macos "swift" => :build

  def install
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "lifecheck"
    bin.install ".build/release/lifecheck"
    generate_completions_from_executable(bin/"lifecheck", "--generate-completion-script")
    pkgshare.install "Samples"
  end

  test do
    system bin/"lifecheck", pkgshare/"Samples/healthy.trace.log"
  end
end
