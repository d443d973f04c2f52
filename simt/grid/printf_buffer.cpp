// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/printf_buffer.h"

#include <cctype>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

namespace simt {
namespace {

/// Bytes of a record besides its arguments: the format's address and the header.
constexpr std::size_t kRecordBytes = 16;

/// Reads packed variadic arguments one after the other.
class PackedArguments {
 public:
  explicit PackedArguments(const void* begin) : begin_(static_cast<const char*>(begin)) {}

  template <class T>
  T take() {
    offset_ = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value;
    std::memcpy(&value, begin_ + offset_, sizeof(T));
    offset_ += sizeof(T);
    ++count_;
    return value;
  }

  std::size_t bytes() const { return offset_; }
  int count() const { return count_; }

 private:
  const char* begin_;
  std::size_t offset_ = 0;
  int count_ = 0;
};

template <class T>
void append(std::string& text, const std::string& specification, T value) {
  char buffer[128];
  const int length = std::snprintf(buffer, sizeof(buffer), specification.c_str(), value);
  if (length < static_cast<int>(sizeof(buffer))) {
    text.append(buffer, static_cast<std::size_t>(std::max(length, 0)));
    return;
  }
  std::string large(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(large.data(), large.size(), specification.c_str(), value);
  text.append(large, 0, static_cast<std::size_t>(length));
}

/// One conversion specification: %[flags][width][.precision][length]conversion.
struct Specification {
  std::string text = "%";
  bool wide = false;
  char conversion = 0;
};

/// Parses what follows a '%' and moves `format` past it. A width given as '*' is taken from
/// `arguments`; a precision so given is no conversion on hardware either. False where the format
/// ends early.
bool parse(const char*& format, PackedArguments& arguments, Specification& specification) {
  while (*format != '\0' && std::strchr("-+ #0123456789.*", *format) != nullptr) {
    if (*format == '*') {
      if (specification.text.back() == '.') return true;
      specification.text += std::to_string(arguments.take<int>());
    } else {
      specification.text += *format;
    }
    ++format;
  }
  while (*format != '\0' && std::strchr("hlLqjzt", *format) != nullptr) {
    specification.wide = specification.wide || *format != 'h';
    specification.text += *format++;
  }
  if (*format == '\0') return false;
  specification.conversion = *format++;
  specification.text += specification.conversion;
  return true;
}

void convert(std::string& text, const Specification& specification, PackedArguments& arguments) {
  switch (specification.conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'c':
      if (specification.wide) {
        append(text, specification.text, arguments.take<long long>());
      } else {
        append(text, specification.text, arguments.take<int>());
      }
      break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      append(text, specification.text, arguments.take<double>());
      break;
    case 'p':
      append(text, specification.text, arguments.take<const void*>());
      break;
    case 's': {
      const char* string = arguments.take<const char*>();
      append(text, specification.text, string == nullptr ? "(null)" : string);
      break;
    }
    default:
      // As the documentation says, what is not a conversion is printed as it stands.
      text += specification.text;
  }
}

}  // namespace

void PrintfBuffer::set_limit(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  limit_ = bytes;
}

std::size_t PrintfBuffer::limit() const {
  const std::lock_guard lock(mutex_);
  return limit_;
}

int PrintfBuffer::print(const char* format, const void* arguments) {
  if (format == nullptr) return -1;
  PackedArguments packed(arguments);
  Record record;
  while (*format != '\0') {
    if (*format != '%') {
      const std::size_t plain = std::strcspn(format, "%");
      record.text.append(format, plain);
      format += plain;
      continue;
    }
    if (format[1] == '%') {
      record.text += '%';
      format += 2;
      continue;
    }
    Specification specification;
    if (!parse(++format, packed, specification)) return -1;
    convert(record.text, specification, packed);
  }
  record.bytes = kRecordBytes + packed.bytes();
  const std::lock_guard lock(mutex_);
  used_ += record.bytes;
  records_.push_back(std::move(record));
  while (used_ > limit_ && !records_.empty()) {
    used_ -= records_.front().bytes;
    records_.pop_front();
    ++lost_;
  }
  return packed.count();
}

PrintfBuffer::Output PrintfBuffer::take() {
  const std::lock_guard lock(mutex_);
  Output output;
  for (Record& record : records_) output.text += record.text;
  output.lost = std::exchange(lost_, 0);
  records_.clear();
  used_ = 0;
  return output;
}

void PrintfBuffer::put_back(const Output& output) {
  const std::lock_guard lock(mutex_);
  lost_ += output.lost;
  if (output.text.empty()) return;
  used_ += output.text.size();
  records_.push_back({output.text, output.text.size()});
}

}  // namespace simt
